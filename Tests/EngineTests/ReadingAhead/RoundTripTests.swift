import AlarmCore
import AlarmWire
import Delivery
import Features
import RelayTesting
import Storage
import Testing

@testable import Engine

@Suite("Round trips to a store across a network, for alarms between partners")
struct RoundTripTests {
    private let store = RoundTripStore()

    private func fixture(_ limits: Limits = Limits()) throws -> EngineFixture {
        try EngineFixture(store: store, limits: limits)
    }

    /// Sets an alarm of each of so many couples.
    private func crowd(_ count: Int, in fixture: EngineFixture) async throws -> [AlarmID] {
        var ids: [AlarmID] = []
        for _ in 0..<count {
            let couple = try await fixture.couple()
            ids.append(try await fixture.setAlarm(couple, in: .minutes(5)))
        }
        try await fixture.catchUp()
        return ids
    }

    private func lease(_ limit: Int, in fixture: EngineFixture) async throws -> [DeliveryRow] {
        try await fixture.engine.write { tx in
            try tx.transaction.leaseDeliveries(at: tx.now, until: tx.now + .minutes(1), holder: "me", limit: limit)
        }
    }

    @Test(
        "A request is accepted in 4, the look at its device and the commit among them",
        arguments: [nil, "FREQ=DAILY"]
    )
    func accept(rule: String?) async throws {
        let fixture = try fixture()
        let couple = try await fixture.couple()
        let first = try fixture.request(couple, at: AlarmTime(fixture.now + .hours(1)), timeZone: "UTC", repeat: rule)
        try await fixture.accept(first, from: couple.ana)
        let request = try fixture.request(couple, at: AlarmTime(fixture.now + .hours(2)), timeZone: "UTC", repeat: rule)
        let trips = try await store.roundTrips {
            let caller = try #require(try await store.device(couple.ana.id))
            let name = RequestName(device: caller.id, jti: [1], digest: [1], issuedAt: fixture.now)
            let answer = try await fixture.engine.write { tx in
                try tx.once(name, reading: try Alarms.reads(for: request)) { try tx.alarms.accept(request, from: $0) }
            }
            #expect(answer.status == 202)
        }
        #expect(trips.count <= 4, "\(trips)")
    }

    @Test("A receipt is taken in 5", arguments: [AlarmReceipt.Report.received, .armed, .snoozed, .acknowledged])
    func receipt(report: AlarmReceipt.Report) async throws {
        let fixture = try fixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple)
        try await fixture.pass(.minutes(30))
        let until = report == .snoozed ? fixture.now + .minutes(5) : nil
        let receipt = Receipt(report: report, revision: 1, at: fixture.now, until: until)
        let trips = try await store.roundTrips {
            let name = RequestName(device: couple.ben.id, jti: [1], digest: [1], issuedAt: fixture.now)
            let answer = try await fixture.engine.write { tx in
                try tx.once(name, reading: [.alarm(id)]) { try tx.alarms.take(receipt, of: id, from: $0) }
            }
            #expect(answer.status == 200)
        }
        #expect(trips.count <= 5, "\(trips)")
    }

    @Test("A batch is woken in 4, however many it holds", arguments: [1, 100, 200])
    func wake(count: Int) async throws {
        let fixture = try fixture()
        let ids = try await crowd(count, in: fixture)
        fixture.clock.advance(by: .minutes(5))
        var woken = 0
        let trips = try await store.roundTrips { woken = try await fixture.scheduler.wakeDue() }
        #expect(woken == count)
        #expect(trips.count <= 4, "\(trips)")
        for id in ids { #expect(try await fixture.state(id) == .ringing) }
    }

    @Test("A batch whose alarms nobody has answered ends in 5", arguments: [1, 40])
    func end(count: Int) async throws {
        let fixture = try fixture()
        let ids = try await crowd(count, in: fixture)
        try await fixture.pass(.minutes(5) + .minutes(29))
        fixture.clock.advance(by: .hours(1))
        var woken = 0
        let trips = try await store.roundTrips { woken = try await fixture.scheduler.wakeDue() }
        #expect(woken == count)
        #expect(trips.count <= 5, "\(trips)")
        for id in ids { #expect(try await fixture.state(id) == .missed) }
    }

    @Test("A batch of deliveries is prepared in 2, however many it holds", arguments: [1, 100, 200])
    func prepare(count: Int) async throws {
        let fixture = try fixture()
        _ = try await crowd(count, in: fixture)
        fixture.clock.advance(by: .minutes(5))
        _ = try await fixture.scheduler.wakeDue()
        let rows = try await lease(count, in: fixture)
        let trips = try await store.roundTrips {
            let prepared = try await fixture.engine.prepare(rows)
            #expect(prepared.filter { if case .push = $0.route { true } else { false } }.count == count)
        }
        #expect(trips.count <= 2, "\(trips)")
    }

    @Test(
        "A batch of results is recorded in 4, however many it holds",
        arguments: [1, 100, 200],
        [
            DeliveryOutcome.accepted, .rejected(reason: "BadTopic"),
            .retry(after: .minutes(1), reason: .http(503), indeterminate: false),
        ]
    )
    func record(count: Int, outcome: DeliveryOutcome) async throws {
        let fixture = try fixture()
        _ = try await crowd(count, in: fixture)
        fixture.clock.advance(by: .minutes(5))
        _ = try await fixture.scheduler.wakeDue()
        let rows = try await lease(count, in: fixture)
        #expect(rows.count == count)
        let trips = try await store.roundTrips {
            await fixture.engine.record(
                rows.map { row in
                    OutboundQueue.FinishedDelivery(
                        row: row,
                        result: .outcome(outcome, addressOf: nil),
                        origin: nil,
                        jitter: 0
                    )
                }
            )
        }
        #expect(trips.count <= 4, "\(trips)")
        for row in rows {
            let stored = try await fixture.engine.read { try $0.delivery(row.order.id, of: row.alarm) }
            #expect(stored?.state != .leased)
        }
    }
}
