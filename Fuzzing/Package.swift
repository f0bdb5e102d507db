// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that the one above knows nothing of fuzzing: the same sources, by the link `Modules`, compiled
// for libFuzzer and without what only carries them (sockets, databases, HTTP). `run` builds and runs it.

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]
// Coverage for libFuzzer; it comes with its own `main`. Testable, since some readers are their module's own affair.
let fuzzed: [SwiftSetting] = strict + [.unsafeFlags(["-sanitize=fuzzer", "-parse-as-library", "-enable-testing"])]

let package = Package(
    name: "reveille-fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [.package(url: "https://github.com/jpsim/Yams", from: "6.2.0")],
    targets: [
        .target(name: "AlarmCore", path: "Modules/AlarmCore", swiftSettings: fuzzed),
        .target(name: "AlarmWire", dependencies: ["AlarmCore"], path: "Modules/AlarmWire", swiftSettings: fuzzed),
        .systemLibrary(name: "COpenSSL", path: "Modules/COpenSSL", pkgConfig: "openssl"),
        .target(
            name: "Sealing",
            dependencies: ["AlarmCore", "COpenSSL"],
            path: "Modules/Sealing",
            swiftSettings: fuzzed + [.define("OpenSSL")]
        ),
        .target(
            name: "StrictYAML",
            dependencies: ["AlarmCore", .product(name: "Yams", package: "Yams")],
            path: "Modules/StrictYAML",
            swiftSettings: fuzzed
        ),
        // The readers alone of what is larger.
        .target(
            name: "RelayServer",
            dependencies: ["AlarmCore", "StrictYAML"],
            path: "Readers/RelayServer",
            swiftSettings: fuzzed
        ),
        .target(
            name: "DeviceSimulator",
            dependencies: ["AlarmCore", "AlarmWire", "StrictYAML"],
            path: "Readers/DeviceSimulator",
            swiftSettings: fuzzed
        ),
        .target(
            name: "GatewaySimulator",
            dependencies: ["AlarmCore", "AlarmWire", "StrictYAML"],
            path: "Readers/GatewaySimulator",
            swiftSettings: fuzzed
        ),
        .target(
            name: "Delivery",
            dependencies: ["AlarmCore"],
            path: "Readers/Delivery",
            swiftSettings: fuzzed
        ),
        .systemLibrary(name: "CLibFuzzer", path: "CLibFuzzer"),
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                "AlarmCore", "AlarmWire", "CLibFuzzer", "Delivery", "DeviceSimulator", "GatewaySimulator",
                "RelayServer",
                "Sealing", "StrictYAML",
            ],
            path: "Fuzz",
            swiftSettings: fuzzed,
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]
        ),
    ],
    swiftLanguageModes: [.v6]
)
