import AlarmCore
import AlarmWire
import Engine
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import RelayServer
import RelayTesting
import ServiceLifecycle
import Synchronization
import Testing

@Suite("Time zone data upgraded under a running relay", .timeLimit(.minutes(1)))
struct ZoneUpgradeTests {
    /// A folder of zones as a package manager fills it: each file is written beside the old one and put in its place.
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
            let flags = ["open-registration": "true", "listen": "127.0.0.1:0", "zoneinfo": zones.path]
            let said = Mutex<[UInt8]>([])
            let id = Mutex<AlarmID?>(nil)
            try await TestRelay.with(flags, store: nil, through: .live) { relay in
                try await Self.withServices(of: relay) {
                    let couple = try await TestCouple(at: relay)
                    let client = TestClient(host: "127.0.0.1", port: try #require(relay.client.port))
                    client.connect()
                    async let stream = client.execute(
                        .init(
                            Routes.events,
                            method: .get,
                            headers: try couple.ben.authorization(for: .get, Routes.events)
                        )
                    )
                    await relay.log.line(with: "route=\(Routes.events) status=200")
                    var request = try couple.request()
                    request.time = try AlarmTime("2027-02-01T08:00:00")
                    request.timeZone = "Europe/Berlin"
                    request.rule = try RecurrenceRule("FREQ=DAILY")
                    let accepted: AlarmAccepted = try await couple.ana.send(.post, Routes.alarms, request).message()
                    #expect(accepted.time.iso8601 == "2027-02-01T07:00:00Z")
                    let before: SyncAnswer = try await couple.ben.send(.get, Routes.sync()).message()

                    // As if Germany went over to Greenwich time.
                    try zones.install("Europe/London", as: "Europe/Berlin", version: "2026f")
                    try await relay.turnClock(by: .minutes(1), until: request.id, of: couple.ana) { view in
                        view.time != accepted.time && view.deliveries.first?.delivered != nil
                    }

                    let after: SyncAnswer = try await couple.ben.send(.get, Routes.sync(since: before.cursor)).message()
                    #expect(after.alarms.map(\.id) == [request.id])
                    #expect(after.alarms.map(\.time.iso8601) == ["2027-02-01T08:00:00Z"])
                    #expect(after.alarms.map(\.revision) == [accepted.revision + 1])
                    let report = try await relay.get("/readyz")
                    #expect(report.text.contains("2026f"))

                    relay.clock.set(to: try Instant(iso8601: "2027-02-01T08:00:00Z"))
                    try await relay.turnClock(by: .milliseconds(1), until: request.id, of: couple.ana) { view in
                        view.state == .ringing && view.deliveries.first?.attempts ?? 0 > 1
                    }
                    relay.relay.engine.events.close()
                    let answer = try await stream
                    said.withLock { $0 = Array(buffer: answer.body ?? ByteBuffer()) }
                    id.withLock { $0 = request.id }
                }
            }
            let pushes = try Self.pushes(in: said.withLock { $0 })
            #expect(pushes.allSatisfy { $0.id == id.withLock { $0 } })
            #expect(pushes.map(\.stage) == [PushStage(.handoff), PushStage(.handoff), PushStage(.ring)])
            #expect(pushes.map(\.revision) == [1, 2, 2])
            #expect(
                pushes.map(\.time.iso8601)
                    == ["2027-02-01T07:00:00Z", "2027-02-01T08:00:00Z", "2027-02-01T08:00:00Z"]
            )
        }
    }

    /// Runs the relay's own services but the last one, its HTTP side, which the test framework runs.
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

    private static func pushes(in stream: [UInt8]) throws -> [AlarmPush] {
        var parser = EventStreamParser()
        return try parser.feed(stream).compactMap { event in
            guard case .alarm(let push)? = try StreamEvent(event) else { return nil }
            return push
        }
    }
}

extension TestRelay {
    /// Turns the clock again and again until an alarm is as `condition` wants it; the suite's time limit is the end of it.
    fileprivate func turnClock(
        by span: Span,
        until alarm: AlarmID,
        of device: TestDevice,
        is condition: (AlarmView) -> Bool
    ) async throws {
        while true {
            let view: AlarmView = try await device.send(.get, Routes.alarm(alarm)).message()
            if condition(view) { return }
            clock.advance(by: span)
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}
