import AlarmCore
import AlarmWire
import Engine
import Foundation
import Hummingbird
import HummingbirdTesting
import RelayServer
import RelayTesting
import Sealing
import Storage
import Synchronization
import Testing

@Suite("Starting a relay")
struct StartTests {
    private static func configuration(
        _ directory: TemporaryDirectory,
        _ flags: [String: String] = [:]
    ) throws -> RelayConfiguration {
        try RelayConfiguration(flags: flags, environment: TestRelay.environment(directory))
    }

    private static func start(_ configuration: RelayConfiguration) async throws -> Relay {
        try await buildRelay(configuration: configuration, clock: TestClock(), logger: LogRecord().logger)
    }

    @Test(
        "A first start makes directory, database and keyring, which only their owner can read; a second one takes them"
    )
    func firstStart() async throws {
        try await TemporaryDirectory.with { directory in
            let configuration = try Self.configuration(directory)
            try await Self.start(configuration).close()
            for (path, mode) in [
                (configuration.data, 0o700), (configuration.database, 0o600), (configuration.keyring, 0o600),
            ] {
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                #expect(attributes[.posixPermissions] as? Int == mode, "\(path)")
            }
            let keyring = try Keyring.load(from: configuration.keyring)
            try await Self.start(configuration).close()
            #expect(try Keyring.load(from: configuration.keyring) == keyring)
        }
    }

    @Test("A database without its keyring refuses, and no new keyring is made")
    func lostKeyring() async throws {
        try await TemporaryDirectory.with { directory in
            let configuration = try Self.configuration(directory)
            try await Self.start(configuration).close()
            try FileManager.default.removeItem(atPath: configuration.keyring)
            await #expect(
                throws: RelayError.keyringLost(path: configuration.keyring, database: configuration.database)
            ) {
                try await Self.start(configuration)
            }
            #expect(!FileManager.default.fileExists(atPath: configuration.keyring))
        }
    }

    @Test("Another keyring than the database's refuses, saying which key is missing")
    func wrongKeyring() async throws {
        try await TemporaryDirectory.with { directory in
            let configuration = try Self.configuration(directory)
            try await Self.start(configuration).close()
            let id = try Keyring.load(from: configuration.keyring).activeID
            try Keyring.generate(at: Instant(seconds: 0)).replace(at: configuration.keyring)
            await #expect(throws: KeyringError.missingKey(id)) { try await Self.start(configuration) }
        }
    }

    @Test("A rotated keyring starts, and from then on both of its keys are needed")
    func rotatedKeyring() async throws {
        try await TemporaryDirectory.with { directory in
            let configuration = try Self.configuration(directory)
            try await Self.start(configuration).close()
            let first = try Keyring.load(from: configuration.keyring)
            var second = first
            let id = try second.rotate(at: Instant(seconds: 0))
            try second.replace(at: configuration.keyring)
            try await Self.start(configuration).close()
            try first.replace(at: configuration.keyring)
            await #expect(throws: KeyringError.missingKey(id)) { try await Self.start(configuration) }
        }
    }

    @Test("A second relay on the same database refuses")
    func secondRelay() async throws {
        try await TemporaryDirectory.with { directory in
            let configuration = try Self.configuration(directory)
            let relay = try await Self.start(configuration)
            await #expect(throws: StoreError.locked(path: configuration.database)) {
                try await Self.start(configuration)
            }
            await relay.close()
        }
    }

    @Test("A port in use is named, with what to do")
    func portInUse() async throws {
        try await TestRelay.with(["listen": "127.0.0.1:0"], through: .live) { first in
            let port = try #require(first.client.port)
            try await TemporaryDirectory.with { directory in
                let configuration = try Self.configuration(directory, ["listen": "127.0.0.1:\(port)"])
                let relay = try await Self.start(configuration)
                let error = await #expect(throws: RelayError.self) { try await relay.run() }
                #expect(error == .addressInUse(ListenAddress(host: "127.0.0.1", port: port)))
                #expect(error?.description.contains("REVEILLE_LISTEN") == true)
            }
        }
    }

    @Test("An enrolment code made beside a running relay lets one device register there")
    func enroll() async throws {
        try await TemporaryDirectory.with { directory in
            let configuration = try Self.configuration(directory)
            let clock = TestClock()
            let relay = try await buildRelay(configuration: configuration, clock: clock, logger: LogRecord().logger)
            let code = try await enrollDevice(configuration: configuration, clock: clock)
            #expect(code.expiresAt == clock.now() + .hours(1))
            #expect(code.text.utf8.count == 23)
            try await relay.application.test(.router) { client in
                let relay = TestRelay(relay: relay, clock: clock, log: LogRecord(), client: client)
                _ = try await TestDevice(at: relay, ticket: .enrolment(code: code.text))
            }
            await relay.close()
        }
    }

    @Test("Once the relay listens it announces its settings, and warns of open registration and a missing gateway")
    func banner() async throws {
        try await TemporaryDirectory.with { directory in
            let told = Mutex<[String]>([])
            let configuration = try Self.configuration(
                directory,
                ["listen": "127.0.0.1:0", "open-registration": "true", "metrics-listen": "0.0.0.0:9464"]
            )
            let relay = try await buildRelay(
                configuration: configuration,
                clock: TestClock(),
                logger: LogRecord().logger,
                announce: { lines in told.withLock { $0 = lines } }
            )
            let port = try await relay.application.test(.live) { client in client.port }
            await relay.close()
            let text = told.withLock { $0.joined(separator: "\n") }
            #expect(text.contains("listens on 127.0.0.1:\(port ?? 0) and is reached at https://relay.example.org"))
            #expect(text.contains("Database: \(configuration.database)"))
            #expect(text.contains("The keyring is new."))
            #expect(text.contains("Metrics: http://0.0.0.0:9464/metrics\nWARNING: other machines can read the metrics"))
            #expect(text.contains("WARNING: REGISTRATION IS OPEN."))
            #expect(
                text.contains(
                    "WARNING: no push gateway is configured: browsers can be rung, apps on iPhones cannot; set REVEILLE_APNS_KEY"
                )
            )
            #expect(text.contains("Web app: https://relay.example.org in a browser"))
            #expect(text.contains("Time zone data: ") || text.contains("no version of the time zone data"))
        }
    }
}
