// swift-tools-version: 6.2

import PackageDescription

// SE-0480: where everything has to be proven, a warning is an error.
let warnings: [SwiftSetting] = Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)]

let strict: [SwiftSetting] =
    [
        // SE-0335: an existential type says `any`.
        .enableUpcomingFeature("ExistentialAny"),
        // SE-0444: a member is visible only where its module is imported.
        .enableUpcomingFeature("MemberImportVisibility"),
        // SE-0409: an import is an implementation detail unless it says otherwise.
        .enableUpcomingFeature("InternalImportsByDefault"),
    ] + warnings
// SE-0458: code that can break memory safety is marked.
let pure: [SwiftSetting] = strict + [.strictMemorySafety()]

// Tests see inside what was compiled for release, and are not worth optimising themselves.
let tests: [SwiftSetting] = strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

let package = Package(
    name: "reveille",
    platforms: [.iOS(.v18), .macOS(.v15)],
    products: [
        .executable(name: "reveille", targets: ["reveille"]),
        .library(name: "AlarmCore", targets: ["AlarmCore"]),
        .library(name: "AlarmWire", targets: ["AlarmWire"]),
        .library(name: "DeviceKit", targets: ["DeviceKit"]),
        .library(name: "GatewaySimulator", targets: ["GatewaySimulator"]),
    ],
    // Apple's systems need neither: there CryptoKit is used, whatever is chosen here.
    traits: [
        .default(enabledTraits: ["OpenSSL"]),
        .trait(name: "OpenSSL", description: "Cryptography by the system's OpenSSL, which the relay needs."),
        .trait(
            name: "SwiftCrypto",
            description: "Without OpenSSL: cryptography by swift-crypto, enough for the device side."
        ),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: [.defaults, "YAML"]),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.35.0"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // The domain and what travels.
        .target(name: "AlarmCore", swiftSettings: pure),
        .target(name: "AlarmWire", dependencies: ["AlarmCore"], swiftSettings: pure),

        // C libraries, each behind its one importer.
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .target(name: "CTimer"),
        .target(name: "CSQLiteSetup", linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(
            name: "Sealing",
            dependencies: [
                "AlarmCore",
                .target(name: "COpenSSL", condition: .when(platforms: [.linux], traits: ["OpenSSL"])),
                .product(
                    name: "Crypto",
                    package: "swift-crypto",
                    condition: .when(platforms: [.linux], traits: ["SwiftCrypto"])
                ),
            ],
            swiftSettings: strict
        ),
        .target(name: "CurlClient", dependencies: ["CCurl"], swiftSettings: strict),
        .target(name: "CWebSite"),
        .target(
            name: "WebApp",
            dependencies: ["CWebSite", "CZlib", "Sealing"],
            exclude: ["api", "jsconfig.json", "site", "tools"],
            swiftSettings: pure
        ),
        .target(name: "QRCode", dependencies: ["CQREncode", "CZlib"], swiftSettings: strict),

        // Alarms as a calendar's events.
        .target(name: "ICalendar", dependencies: ["AlarmCore"], swiftSettings: pure),

        // What people write by hand: YAML, strictly, with the line of whatever is wrong.
        .target(
            name: "StrictYAML",
            dependencies: ["AlarmCore", .product(name: "Yams", package: "Yams")],
            swiftSettings: pure
        ),

        // The relay.
        .target(
            name: "Exposition",
            dependencies: [.product(name: "CoreMetrics", package: "swift-metrics")],
            swiftSettings: pure
        ),
        .target(name: "Storage", dependencies: ["AlarmCore"], swiftSettings: pure),
        .target(
            name: "StoragePostgres",
            dependencies: ["AlarmCore", "CPostgres", "Storage"],
            swiftSettings: strict
        ),
        .target(
            name: "StorageSQLite",
            dependencies: [
                "AlarmCore", "CSQLiteSetup", "Storage",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: strict
        ),
        // From one of the stores into another.
        .target(
            name: "StorageCopying",
            dependencies: ["AlarmCore", "Sealing", "Storage", "StoragePostgres", "StorageSQLite"],
            swiftSettings: strict
        ),
        .target(
            name: "Delivery",
            dependencies: [
                "AlarmCore", "AlarmWire", "CurlClient", "Sealing",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: pure
        ),
        // The words that reach a person, in every language.
        .target(
            name: "Wording",
            dependencies: ["AlarmCore"],
            resources: [.embedInCode("Catalogues")],
            swiftSettings: pure
        ),
        .target(
            name: "Engine",
            dependencies: [
                "AlarmCore", "AlarmWire", "CTimer", "Delivery", "Sealing", "Storage", "Wording",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "HeapModule", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: pure
        ),
        // What people can do: each feature's requests, its kinds of alarms and its views.
        .target(
            name: "Features",
            dependencies: [
                "AlarmCore", "AlarmWire", "Delivery", "Engine", "ICalendar", "Sealing", "Storage", "Wording",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: pure
        ),
        .target(
            name: "RelayServer",
            dependencies: [
                "AlarmCore", "AlarmWire", "CurlClient", "Delivery", "Engine", "Exposition", "Features", "Sealing",
                "Storage", "StoragePostgres", "StorageSQLite", "StrictYAML", "WebApp", "Wording",
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: pure
        ),

        // The other end: devices, and what stands in for Apple.
        .target(name: "DeviceKit", dependencies: ["AlarmCore", "AlarmWire", "Sealing"], swiftSettings: pure),
        .target(
            name: "GatewaySimulator",
            dependencies: [
                "AlarmCore", "AlarmWire", "Sealing", "StrictYAML",
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "DeviceSimulator",
            dependencies: [
                "AlarmCore", "AlarmWire", "CurlClient", "Delivery", "DeviceKit", "Engine", "Features",
                "GatewaySimulator", "Sealing", "Storage", "StrictYAML",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),

        // The command.
        .executableTarget(
            name: "reveille",
            dependencies: [
                "AlarmCore", "AlarmWire", "CurlClient", "Delivery", "DeviceKit", "DeviceSimulator", "Engine",
                "GatewaySimulator", "ICalendar", "QRCode", "RelayServer", "Sealing", "Storage", "StorageCopying",
                "StrictYAML", "WebApp", "Wording",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict
        ),

        // What measures them, and a yardstick in C; apart from the laboratory, which a release build for CI then need not wait for.
        .executableTarget(
            name: "reveille-bench",
            dependencies: [
                "AlarmCore", "AlarmWire", "CurlClient", "Delivery", "DeviceSimulator", "Engine", "Features",
                "GatewaySimulator", "RelayServer", "Sealing", "Storage", "TestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            path: "Sources/Benchmarks",
            // Job queues in Python, which are compared with rings.
            exclude: ["Cluster/jobs"],
            swiftSettings: strict
        ),
        // What lets everything go wrong that can, in a world that a seed names.
        .target(
            name: "Simulation",
            dependencies: [
                "AlarmCore", "AlarmWire", "Delivery", "Engine", "Features", "Sealing", "Storage",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "HeapModule", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict
        ),
        // What kills real relays.
        .target(
            name: "CrashTest",
            dependencies: [
                "AlarmCore", "AlarmWire", "DeviceKit", "DeviceSimulator", "GatewaySimulator", "TestSupport",
            ],
            swiftSettings: strict
        ),
        // The command of both.
        .executableTarget(
            name: "reveille-lab",
            dependencies: [
                "AlarmCore", "CrashTest", "Simulation",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(name: "CurlReference", linkerSettings: [.linkedLibrary("curl")]),

        // What tests share, and the tests.
        .target(name: "TestSupport", swiftSettings: strict),
        .target(
            name: "RelayTesting",
            dependencies: [
                "AlarmCore", "AlarmWire", "Delivery", "Engine", "Features", "Sealing", "Storage",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ExpositionTests",
            dependencies: ["Exposition", .product(name: "CoreMetrics", package: "swift-metrics")],
            swiftSettings: tests
        ),
        .testTarget(
            name: "StorageTests",
            dependencies: ["RelayTesting", "Storage"],
            swiftSettings: tests
        ),
        .testTarget(
            name: "StoragePostgresTests",
            dependencies: [
                "AlarmCore", "RelayTesting", "Storage", "StorageCopying", "StoragePostgres", "StorageSQLite",
                "TestSupport",
            ],
            swiftSettings: tests
        ),
        .testTarget(
            name: "StorageSQLiteTests",
            dependencies: [
                "AlarmCore", "RelayTesting", "Storage", "StorageCopying", "StorageSQLite", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: tests
        ),
        .testTarget(
            name: "EngineTests",
            dependencies: [
                "AlarmCore", "AlarmWire", "Delivery", "Engine", "Features", "RelayTesting", "Sealing", "Storage",
                "TestSupport",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: tests
        ),
        .testTarget(
            name: "FeaturesTests",
            dependencies: [
                "AlarmCore", "AlarmWire", "Delivery", "Engine", "Features", "RelayTesting", "Sealing", "Storage",
                "TestSupport", "Wording",
                .product(name: "MetricsTestKit", package: "swift-metrics"),
            ],
            swiftSettings: tests
        ),
        .testTarget(name: "SimulationTests", dependencies: ["Simulation"], swiftSettings: tests),
        .testTarget(name: "CrashTestTests", dependencies: ["AlarmCore", "CrashTest"], swiftSettings: tests),
        .testTarget(
            name: "RelayServerTests",
            dependencies: [
                "AlarmCore", "AlarmWire", "CurlClient", "Delivery", "DeviceKit", "Engine", "Features", "Exposition",
                "RelayServer", "RelayTesting", "Sealing", "Storage", "TestSupport", "WebApp",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: tests
        ),
        .testTarget(
            name: "DeviceKitTests",
            dependencies: ["AlarmCore", "AlarmWire", "DeviceKit", "Sealing", "TestSupport"],
            swiftSettings: tests
        ),
        .testTarget(
            name: "AlarmCoreTests",
            dependencies: ["AlarmCore", "TestSupport"],
            exclude: ["Oracles"],
            swiftSettings: tests
        ),
        .testTarget(
            name: "AlarmWireTests",
            dependencies: ["AlarmCore", "AlarmWire"],
            swiftSettings: tests
        ),
        .testTarget(
            name: "SealingTests",
            dependencies: ["AlarmCore", "Sealing", "TestSupport"],
            exclude: ["Interop", "Vectors"],
            swiftSettings: tests
        ),
        .testTarget(name: "ICalendarTests", dependencies: ["AlarmCore", "ICalendar"], swiftSettings: tests),
        .testTarget(name: "QRCodeTests", dependencies: ["QRCode"], swiftSettings: tests),
        .testTarget(
            name: "CurlClientTests",
            dependencies: ["AlarmCore", "CurlClient", "TestSupport"],
            swiftSettings: tests
        ),
        .testTarget(
            name: "DeliveryTests",
            dependencies: [
                "AlarmCore", "AlarmWire", "CurlClient", "Delivery", "GatewaySimulator", "Sealing", "TestSupport",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: tests
        ),
        .testTarget(
            name: "WordingTests",
            dependencies: ["AlarmCore", "Engine", "Features", "Wording"],
            swiftSettings: tests
        ),
        .testTarget(
            name: "GatewaySimulatorTests",
            dependencies: [
                "AlarmCore", "GatewaySimulator", "Sealing", "StrictYAML", "TestSupport",
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            exclude: ["Clients"],
            swiftSettings: tests
        ),
        .testTarget(
            name: "WebAppTests",
            dependencies: ["WebApp"],
            exclude: ["browser", "pa1", "session", "support", "ui"],
            swiftSettings: tests
        ),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "AlarmCore", "AlarmWire", "DeviceKit", "DeviceSimulator", "Engine", "Features", "GatewaySimulator",
                "ICalendar", "RelayServer", "RelayTesting", "Storage", "TestSupport", "reveille",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            exclude: ["Golden"],
            swiftSettings: tests
        ),
        .testTarget(
            name: "StrictYAMLTests",
            dependencies: ["AlarmCore", "StrictYAML"],
            swiftSettings: tests
        ),
        .testTarget(
            name: "DeviceSimulatorTests",
            dependencies: [
                "AlarmCore", "AlarmWire", "CurlClient", "DeviceKit", "DeviceSimulator", "GatewaySimulator", "Sealing",
                "StrictYAML", "TestSupport", "reveille",
            ],
            exclude: ["Report/Oracles"],
            swiftSettings: tests
        ),
    ],
    swiftLanguageModes: [.v6]
)

// The targets that apps for Apple's systems are built on, and their tests, alone: `make test-apple-side` compiles nothing else.
if Context.environment["REVEILLE_APPLE_SIDE"] != nil {
    let products: Set = ["AlarmCore", "AlarmWire", "DeviceKit"]
    let targets = products.union(["COpenSSL", "Sealing", "TestSupport"])
        .union(["AlarmWireTests", "DeviceKitTests", "SealingTests"])
    package.products.removeAll { !products.contains($0.name) }
    package.targets.removeAll { !targets.contains($0.name) }
}
