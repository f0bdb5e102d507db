import AlarmCore
import Delivery
import Engine
import Foundation
import RelayTesting
import Storage
import Testing

@Suite("The audit", .timeLimit(.minutes(10)))
struct AuditTests {
    private func check(_ name: Check.Name, in scene: EngineScene) async throws -> Check {
        let report = await scene.engine.examine()
        return try #require(report.checks.first { $0.name == name })
    }

    @Test("Finds nothing where all is well, and looks at everything")
    func clean() async throws {
        let folder = try ZoneFolder()
        try folder.write(Data("# version 2026f\n".utf8), as: "tzdata.zi")
        try folder.install("Europe/Berlin", as: "Europe/Berlin")
        let scene = try EngineScene(zones: ZoneDirectory(path: folder.path))
        let couple = try await scene.couple()
        _ = try await scene.setAlarm(couple)
        try await scene.catchUp()
        let report = await scene.engine.examine()
        #expect(report.checks.map(\.name) == Check.Name.allCases)
        #expect(report.checks.allSatisfy { $0.status == .ok && $0.reason == nil }, "\(report.checks)")
        #expect(report.isClean)
        #expect(!report.refusesRequests)
        #expect(report.backlog == AuditReport.Backlog(overdueWake: .zero, outboxAge: .zero, expiredLeases: 0))
    }

    @Test("Finds a wake that is overdue by more than half a minute")
    func overdue() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        _ = try await scene.setAlarm(couple, in: .minutes(5))
        try await scene.catchUp()
        scene.clock.advance(by: .minutes(5) + .seconds(30))
        #expect(try await check(.scheduler, in: scene).status == .ok)
        scene.clock.advance(by: .milliseconds(1))
        #expect(try await check(.scheduler, in: scene).status == .failing)
        #expect(await scene.engine.examine().isClean == false)
        scene.clock.advance(by: .minutes(4))
        #expect(try await check(.scheduler, in: scene).reason == "an alarm is overdue by 4 min")
        try await scene.catchUp()
        #expect(try await check(.scheduler, in: scene).status == .ok)
    }

    @Test("Finds what could be sent and is not, and leases that nobody ended")
    func stuck() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        _ = try await scene.setAlarm(couple)
        scene.clock.advance(by: .seconds(61))
        #expect(try await check(.outbox, in: scene).reason == "a push that may be sent waits since 61 s")
        let (now, end) = (scene.now, scene.now + .seconds(60))
        _ = try await scene.store.write { try $0.leaseDeliveries(at: now, until: end, holder: "gone", limit: 9) }
        #expect(try await check(.outbox, in: scene).status == .ok)
        scene.clock.advance(by: .seconds(121))
        #expect(
            try await check(.outbox, in: scene).reason
                == "a push that may be sent waits since 61 s, and 1 were begun and not ended"
        )
    }

    @Test("Finds a store that does not answer, and asks for no requests then")
    func closed() async throws {
        let scene = try EngineScene()
        await scene.store.close()
        let report = await scene.engine.examine()
        #expect(report.refusesRequests)
        #expect(report.backlog == nil)
        #expect(report.checks.filter { $0.status == .failing }.map(\.name) == [.store])
    }

    @Test("Finds a store that has taken no sign of life for more than a minute")
    func silentStore() async throws {
        let scene = try EngineScene()
        try await scene.engine.begin()
        scene.clock.advance(by: .seconds(60))
        #expect(try await check(.store, in: scene).status == .ok)
        scene.clock.advance(by: .milliseconds(1))
        #expect(try await check(.store, in: scene).reason == "the store has taken nothing for 60 s; the log says why")
        #expect(await scene.engine.examine().refusesRequests)
        try await scene.engine.begin()
        #expect(try await check(.store, in: scene).status == .ok)
    }

    @Test("Finds that no push gets through, after a minute, and by the last reason")
    func gateway() async throws {
        let scene = try EngineScene()
        scene.channel.answer { _ in .retry(after: nil, reason: "InvalidProviderToken", indeterminate: false) }
        let couple = try await scene.couple()
        _ = try await scene.setAlarm(couple)
        try await scene.pass(.seconds(61))
        #expect(try await check(.gateway, in: scene).status == .failing)
        #expect(try await check(.gateway, in: scene).reason?.hasSuffix(": InvalidProviderToken") == true)
        scene.channel.answer { _ in .accepted }
        try await scene.pass(.minutes(10))
        #expect(try await check(.gateway, in: scene).status == .ok)
    }

    @Test(
        "A gateway that answers is well, whatever it says of one device",
        arguments: [
            DeliveryOutcome.rejected(reason: "PayloadTooLarge"), .tokenDead(reason: "Unregistered", since: nil),
            .retry(after: nil, reason: "TooManyRequests", indeterminate: false),
            .retry(after: nil, reason: "Unregistered, but registered since", indeterminate: false),
        ]
    )
    func answers(outcome: DeliveryOutcome) async throws {
        let scene = try EngineScene()
        scene.channel.answer { _ in outcome }
        let couple = try await scene.couple()
        _ = try await scene.setAlarm(couple)
        try await scene.pass(.minutes(3))
        #expect(!scene.channel.sent.isEmpty)
        #expect(try await check(.gateway, in: scene).status == .ok)
    }

    @Test("Finds a clock that cannot be right")
    func clock() async throws {
        let scene = try EngineScene(clock: TestClock(at: Instant(seconds: 0)))
        #expect(try await check(.clock, in: scene).status == .failing)
    }

    @Test("Says that a relay is about to end, and asks for no requests then")
    func ending() async throws {
        let scene = try EngineScene()
        scene.engine.vitals.stop()
        let report = await scene.engine.examine()
        #expect(report.refusesRequests)
        #expect(report.checks.last?.reason == "the relay is shutting down")
    }

    @Test("Finds time zone data that is missing")
    func zones() async throws {
        let folder = try ZoneFolder()
        let scene = try EngineScene(zones: ZoneDirectory(path: folder.path))
        #expect(try await check(.zones, in: scene).status == .failing)
    }

    @Test(
        "Time zone data of this year and the last one is well; older is told of",
        arguments: [("2027a", Check.Status.ok), ("2026f", .ok), ("2025b", .degraded), ("unknown", .ok)]
    )
    func zoneRelease(release: String, status: Check.Status) async throws {
        let folder = try ZoneFolder()
        try folder.write(Data("# version \(release)\n".utf8), as: "tzdata.zi")
        let scene = try EngineScene(zones: ZoneDirectory(path: folder.path))
        #expect(try await check(.zones, in: scene).status == status)
    }
}
