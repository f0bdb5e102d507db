import AlarmCore
import Engine
import Foundation
import HummingbirdTesting
import Logging
import RelayTesting
import ServiceLifecycle
import Storage
import Testing

@testable import RelayServer

@Suite("Settings that are read again while the relay runs", .timeLimit(.minutes(10)))
struct SettingsReloadTests {
    /// The files of a relay that a test changes.
    private struct Settings {
        let directory: TemporaryDirectory
        var more: [String: String] = [:]

        var flags: [String: String] { more.merging(["config": directory.path + "/config.yaml"]) { $1 } }

        func write(_ lines: String...) throws {
            _ = try directory.write(lines.map { $0 + "\n" }.joined(), to: "config.yaml")
        }

        /// Writes the partner alarm's policy with this grace, and what follows it; returns the file's path.
        func writePolicy(grace: Span, and rest: String = "") throws -> String {
            var policy = EscalationPolicy.partnerAlarm
            policy.misfireGrace = grace
            return try directory.write(PolicyFile.text(of: policy) + rest, to: "policies.yaml")
        }

        func reread(_ relay: TestRelay) {
            relay.relay.reloader.reload {
                try RelayConfiguration(flags: flags, environment: TestRelay.environment(directory))
            }
        }
    }

    private static let told = "the settings were read again"

    /// Runs `body` with a relay whose configuration has these lines.
    private static func with(
        _ lines: [String] = [],
        _ more: @Sendable (TemporaryDirectory) throws -> [String: String] = { _ in [:] },
        _ body: @escaping @Sendable (TestRelay, Settings) async throws -> Void
    ) async throws {
        try await TemporaryDirectory.with { directory in
            let settings = Settings(directory: directory, more: try more(directory))
            _ = try directory.write(lines.map { $0 + "\n" }.joined(), to: "config.yaml")
            try await TestRelay.with(
                settings.flags,
                store: InMemoryStore(),
                in: directory,
                under: TestClock(),
                loggingFrom: .info
            ) { relay in try await body(relay, settings) }
        }
    }

    private static func grace(of relay: TestRelay) -> Span {
        relay.relay.engine.kinds.policy(of: EscalationPolicy.partnerAlarm.name).misfireGrace
    }

    @Test("The log's level is that of the configuration from then on, and the log says from which to which")
    func logLevel() async throws {
        try await Self.with(["log-level: info"]) { relay, settings in
            _ = try await relay.get("/healthz")
            #expect(relay.log.lines("request").isEmpty)
            try settings.write("log-level: debug")
            settings.reread(relay)
            _ = try await relay.get("/healthz")
            #expect(relay.log.lines("request").count == 1)
            #expect(relay.log.lines(Self.told).last?.contains("changed=log-level from info to debug") == true)
            try settings.write("log-level: info")
            settings.reread(relay)
            _ = try await relay.get("/healthz")
            #expect(relay.log.lines("request").count == 1)
        }
    }

    @Test("A changed policy file holds from then on, one that is named anew as well, and the log names the policies")
    func policies() async throws {
        try await Self.with { relay, settings in
            #expect(Self.grace(of: relay) == .minutes(15))
            try settings.write("policy-file: \(settings.writePolicy(grace: .minutes(7)))")
            settings.reread(relay)
            #expect(Self.grace(of: relay) == .minutes(7))
            #expect(relay.log.lines(Self.told).last?.contains("changed=policies partner-alarm") == true)
            _ = try settings.writePolicy(grace: .minutes(8))
            settings.reread(relay)
            #expect(Self.grace(of: relay) == .minutes(8))
            try settings.write("")
            settings.reread(relay)
            #expect(Self.grace(of: relay) == .minutes(15))
            settings.reread(relay)
            #expect(relay.log.lines(Self.told).last?.contains("changed=nothing") == true)
        }
    }

    @Test("A policy file with a fault leaves the policies, and the log has the file, the line and the fault")
    func badPolicies() async throws {
        try await Self.with { relay, settings in
            try settings.write("policy-file: \(settings.writePolicy(grace: .minutes(7)))")
            settings.reread(relay)
            _ = try settings.writePolicy(grace: .minutes(8), and: "mistake: 1\n")
            settings.reread(relay)
            #expect(Self.grace(of: relay) == .minutes(7))
            let lines = relay.log.text.split(separator: "\n").filter { $0.hasPrefix("the policies cannot be used") }
            #expect(lines.count == 1)
            let line = try #require(lines.first)
            #expect(line.contains("policies.yaml, line ") && line.contains("mistake: unknown name"), "\(line)")
        }
    }

    @Test("A configuration with a fault leaves what was in force, and keeps no good policy from being taken")
    func badConfiguration() async throws {
        try await Self.with { relay, settings in
            let path = try settings.writePolicy(grace: .minutes(7))
            try settings.write("policy-file: \(path)")
            settings.reread(relay)
            try settings.write("log-level: loud", "policy-file: \(path)")
            _ = try settings.writePolicy(grace: .minutes(8))
            settings.reread(relay)
            #expect(relay.relay.engine.logger.logLevel == .info)
            #expect(Self.grace(of: relay) == .minutes(8))
            #expect(relay.log.text.contains("the configuration cannot be used, and what was in force stays"))
            #expect(relay.log.text.contains("\"loud\" is not usable"))
        }
    }

    @Test("What takes effect at the next start alone is named, as long as it differs from what the relay started with")
    func laterSettings() async throws {
        try await Self.with(["limit-contacts: 4"]) { relay, settings in
            let line = "settings have changed that take effect at the next start"
            settings.reread(relay)
            #expect(relay.log.lines(line).isEmpty)
            try settings.write("limit-contacts: 3", "log-format: json", "log-level: info")
            settings.reread(relay)
            settings.reread(relay)
            #expect(relay.log.lines(line).count == 2)
            #expect(relay.log.lines(line).last?.contains("limit-contacts") == true)
            #expect(relay.log.lines(line).last?.contains("log-format") == true)
            #expect(relay.log.lines(line).last?.contains("log-level") == false)
            #expect(relay.relay.engine.limits.contacts == 4)
        }
    }

    @Test("A new certificate is taken at once, and one that cannot be used is told of each time")
    func certificate() async throws {
        try await Self.with([]) { directory in
            try TestCertificate(in: directory).flags
        } _: { relay, settings in
            let new = try TestCertificate(in: settings.directory)
            settings.reread(relay)
            #expect(relay.log.lines(Self.told).last?.contains("changed=certificate, valid until ") == true)
            let certificates = try #require(relay.relay.certificates)
            let chain = try [UInt8](Data(contentsOf: URL(filePath: new.certificateFile)))
            #expect(certificates.present.contents.chain == chain)
            _ = try settings.directory.write("nothing", to: "relay.key")
            settings.reread(relay)
            settings.reread(relay)
            #expect(relay.log.text.split(separator: "the new certificate cannot be used").count == 3)
            #expect(certificates.present.contents.chain == chain)
        }
    }

    @Test("SIGHUP has them read each time, and ends the process no more")
    func hangup() async throws {
        let (reloads, continuation) = AsyncStream.makeStream(of: Void.self)
        let service = await HangupService { continuation.yield() }
        let group = ServiceGroup(services: [service], logger: LogRecord().logger)
        async let end: Void = group.run()
        var iterator = reloads.makeAsyncIterator()
        for _ in 0..<2 {
            kill(getpid(), SIGHUP)
            #expect(await iterator.next() != nil)
        }
        await group.triggerGracefulShutdown()
        try await end
    }
}
