import AlarmCore
import Delivery
import Engine
import Foundation
import RelayTesting
import Storage
import Testing

@Suite("The audit", .timeLimit(.minutes(10)))
struct AuditTests {
    private func check(_ name: HealthCheck.Name, in fixture: EngineFixture) async throws -> HealthCheck {
        let report = await fixture.engine.examine()
        return try #require(report.checks.first { $0.name == name })
    }

    @Test("Finds nothing where all is well, and looks at everything")
    func clean() async throws {
        let folder = try ZoneFolder()
        try folder.write(Data("# version 2026f\n".utf8), as: "tzdata.zi")
        try folder.install("Europe/Berlin", as: "Europe/Berlin")
        let fixture = try EngineFixture(zones: ZoneDirectory(path: folder.path))
        let couple = try await fixture.couple()
        _ = try await fixture.setAlarm(couple)
        try await fixture.catchUp()
        let report = await fixture.engine.examine()
        #expect(report.checks.map(\.name) == HealthCheck.Name.allCases)
        #expect(report.checks.allSatisfy { $0.status == .ok && $0.reason == nil }, "\(report.checks)")
        #expect(report.isClean)
        #expect(!report.refusesRequests)
        #expect(report.backlog == AuditReport.Backlog(overdueWake: .zero, outboxAge: .zero, expiredLeases: 0))
    }

    @Test("Finds a wake that is overdue by more than half a minute")
    func overdue() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        _ = try await fixture.setAlarm(couple, in: .minutes(5))
        try await fixture.catchUp()
        fixture.clock.advance(by: .minutes(5) + .seconds(30))
        #expect(try await check(.scheduler, in: fixture).status == .ok)
        fixture.clock.advance(by: .milliseconds(1))
        #expect(try await check(.scheduler, in: fixture).status == .failing)
        #expect(await fixture.engine.examine().isClean == false)
        fixture.clock.advance(by: .minutes(4))
        #expect(try await check(.scheduler, in: fixture).reason == "an alarm is overdue by 4 min")
        try await fixture.catchUp()
        #expect(try await check(.scheduler, in: fixture).status == .ok)
    }

    @Test("Finds deliveries that could be sent and are not, and expired leases")
    func stuck() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        _ = try await fixture.setAlarm(couple)
        fixture.clock.advance(by: .seconds(61))
        #expect(try await check(.outbox, in: fixture).reason == "a push that may be sent waits since 61 s")
        let (now, end) = (fixture.now, fixture.now + .seconds(60))
        _ = try await fixture.store.write { try $0.leaseDeliveries(at: now, until: end, holder: "gone", limit: 9) }
        #expect(try await check(.outbox, in: fixture).status == .ok)
        fixture.clock.advance(by: .seconds(121))
        #expect(
            try await check(.outbox, in: fixture).reason
                == "a push that may be sent waits since 61 s, and 1 were begun and not ended"
        )
    }

    @Test("Finds a store that does not answer, and asks for no requests then")
    func closed() async throws {
        let fixture = try EngineFixture()
        await fixture.store.close()
        let report = await fixture.engine.examine()
        #expect(report.refusesRequests)
        #expect(report.backlog == nil)
        #expect(report.checks.filter { $0.status == .failing }.map(\.name) == [.store])
    }

    @Test("Finds a store that has taken no sign of life for more than a minute")
    func silentStore() async throws {
        let fixture = try EngineFixture()
        try await fixture.engine.begin()
        fixture.clock.advance(by: .seconds(60))
        #expect(try await check(.store, in: fixture).status == .ok)
        fixture.clock.advance(by: .milliseconds(1))
        #expect(try await check(.store, in: fixture).reason == "the store has taken nothing for 60 s; the log says why")
        #expect(await fixture.engine.examine().refusesRequests)
        try await fixture.engine.begin()
        #expect(try await check(.store, in: fixture).status == .ok)
    }

    @Test("Finds that no push gets through, after a minute, and by the last reason")
    func gateway() async throws {
        let fixture = try EngineFixture()
        fixture.channel.answer { _ in .retry(after: nil, reason: .other("InvalidProviderToken"), indeterminate: false) }
        let couple = try await fixture.couple()
        _ = try await fixture.setAlarm(couple)
        try await fixture.pass(.seconds(61))
        #expect(try await check(.gateway, in: fixture).status == .failing)
        #expect(try await check(.gateway, in: fixture).reason?.hasSuffix(": InvalidProviderToken") == true)
        fixture.channel.answer { _ in .accepted }
        try await fixture.pass(.minutes(10))
        #expect(try await check(.gateway, in: fixture).status == .ok)
    }

    @Test(
        "A gateway that answers is healthy, even if it refuses one device",
        arguments: [
            DeliveryOutcome.rejected(reason: "PayloadTooLarge"), .addressDead(reason: "Unregistered", since: nil),
            .retry(after: nil, reason: .other("TooManyRequests", concernsChannel: false), indeterminate: false),
            .retry(
                after: nil,
                reason: .other("Unregistered, but registered since", concernsChannel: false),
                indeterminate: false
            ),
        ]
    )
    func answers(outcome: DeliveryOutcome) async throws {
        let fixture = try EngineFixture()
        fixture.channel.answer { _ in outcome }
        let couple = try await fixture.couple()
        _ = try await fixture.setAlarm(couple)
        try await fixture.pass(.minutes(3))
        #expect(!fixture.channel.sent.isEmpty)
        #expect(try await check(.gateway, in: fixture).status == .ok)
    }

    @Test("Finds a clock that cannot be right")
    func clock() async throws {
        let fixture = try EngineFixture(clock: TestClock(at: Instant(seconds: 0)))
        #expect(try await check(.clock, in: fixture).status == .failing)
    }

    @Test("Says that a relay is about to end, and asks for no requests then")
    func ending() async throws {
        let fixture = try EngineFixture()
        fixture.engine.health.stop()
        let report = await fixture.engine.examine()
        #expect(report.refusesRequests)
        #expect(report.checks.last?.reason == "the relay is shutting down")
    }

    @Test("Finds time zone data that is missing")
    func zones() async throws {
        let folder = try ZoneFolder()
        let fixture = try EngineFixture(zones: ZoneDirectory(path: folder.path))
        #expect(try await check(.zones, in: fixture).status == .failing)
    }

    @Test(
        "Time zone data of this year or the last one is fine; older data is reported",
        arguments: [("2027a", HealthCheck.Status.ok), ("2026f", .ok), ("2025b", .degraded), ("unknown", .ok)]
    )
    func zoneRelease(release: String, status: HealthCheck.Status) async throws {
        let folder = try ZoneFolder()
        try folder.write(Data("# version \(release)\n".utf8), as: "tzdata.zi")
        let fixture = try EngineFixture(zones: ZoneDirectory(path: folder.path))
        #expect(try await check(.zones, in: fixture).status == status)
    }
}
