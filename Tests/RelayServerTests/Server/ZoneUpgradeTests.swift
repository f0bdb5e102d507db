import AlarmCore
import AlarmWire
import Engine
import Foundation
import HummingbirdTesting
import RelayServer
import RelayTesting
import ServiceLifecycle
import Storage
import Testing

@Suite("Time zone data upgraded under a running relay", .timeLimit(.minutes(10)))
struct ZoneUpgradeTests {
    /// A folder of zones, updated as by a package manager: each new file replaces the old one by a rename.
    private struct Zones {
        let path: String

        func install(_ zone: String, as name: String, version: String) throws {
            let file = URL(fileURLWithPath: path + "/" + name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            let installed = ProcessInfo.processInfo.environment["TZDIR"] ?? ZoneDirectory.standardPath
            try Data(contentsOf: URL(fileURLWithPath: "\(installed)/\(zone)")).write(to: file, options: .atomic)
            try Data("# version \(version)\n".utf8)
                .write(to: URL(fileURLWithPath: path + "/tzdata.zi"), options: .atomic)
        }
    }

    @Test("A repeated alarm keeps its place on the clocks: it is due anew, handed off anew, and rings then")
    func upgrade() async throws {
        try await TemporaryDirectory.with { directory in
            let zones = Zones(path: directory.path + "/zoneinfo")
            try zones.install("UTC", as: "UTC", version: "2026e")
            try zones.install("Europe/Berlin", as: "Europe/Berlin", version: "2026e")
            let flags = ["open-registration": "true", "zoneinfo": zones.path]
            try await TestRelay.with(flags, store: nil) { relay in
                try await Self.withServices(of: relay) { try await Self.upgrade(zones, under: relay) }
            }
        }
    }

    private static func upgrade(_ zones: Zones, under relay: TestRelay) async throws {
        let couple = try await TestPair(at: relay)
        var pushes = try await relay.pushes(to: couple.ben).makeAsyncIterator()
        var request = try couple.request()
        request.time = try AlarmTime("2027-02-01T08:00:00")
        request.timeZone = "Europe/Berlin"
        request.rule = try RecurrenceRule("FREQ=DAILY")
        let accepted = try await couple.ana.ask(Endpoints.Alarms.set(request))
        #expect(accepted.time.iso8601 == "2027-02-01T07:00:00Z")
        let first = try #require(await pushes.next())
        #expect((first.stage, first.revision, first.time) == (.handoff, accepted.revision, accepted.time))
        let before = try await couple.ben.ask(Endpoints.Sync.synchronise(CursorTarget()))
        #expect(before.alarms.map(\.time) == [accepted.time])

        // As if Germany adopted Greenwich time.
        try zones.install("Europe/London", as: "Europe/Berlin", version: "2026f")
        let due = try Instant(iso8601: "2027-02-01T08:00:00Z")
        try await relay.turnClock(until: request.id, isDueAt: due, for: couple.ana)
        let second = try #require(await pushes.next())
        #expect((second.stage, second.revision, second.time) == (.handoff, accepted.revision + 1, due))
        let after: SyncAnswer = try await couple.ben.send(
            Endpoints.Sync.synchronise(CursorTarget(since: before.cursor))
        ).message()
        #expect(after.alarms.map(\.id) == [request.id])
        #expect(after.alarms.map(\.time) == [due])
        #expect(after.alarms.map(\.revision) == [accepted.revision + 1])
        #expect(try await relay.get("/readyz").text.contains("2026f"))

        relay.clock.set(to: due)
        // Pushes that remind the device of what it should have armed come first.
        var third = try #require(await pushes.next())
        while third.stage == .handoff { third = try #require(await pushes.next()) }
        #expect((third.stage, third.revision, third.time) == (.ring, accepted.revision + 1, due))
    }

    /// Runs the relay's services except the last one, the HTTP server, which the test framework runs.
    private static func withServices(
        of relay: TestRelay,
        _ body: @Sendable () async throws -> Void
    ) async throws {
        let group = ServiceGroup(services: relay.relay.services.dropLast(), logger: relay.log.logger)
        async let end: Void = group.run()
        do {
            try await body()
        } catch {
            await group.triggerGracefulShutdown()
            throw error
        }
        await group.triggerGracefulShutdown()
        try await end
    }
}

extension TestRelay {
    /// Pushes that tell a device to ring or to stop, as they arrive.
    fileprivate func pushes(to device: TestDevice) async throws -> AsyncStream<AlarmPush> {
        let row = try #require(try await relay.engine.read { try $0.device(device.id) })
        let events = relay.engine.events.listen(as: row.id, of: row.person)
        return AsyncStream { continuation in
            Task {
                for await event in events {
                    if case .alarm(let push) = event { continuation.yield(push) }
                }
                continuation.finish()
            }
        }
    }

    /// Advances the clock minute by minute until an alarm is due at `due`, within the suite's time limit.
    fileprivate func turnClock(until alarm: AlarmID, isDueAt due: Instant, for device: TestDevice) async throws {
        while true {
            let view = try await device.ask(Endpoints.Alarms.show(alarm))
            if view.time == due { return }
            clock.advance(by: .minutes(1))
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}
