import AlarmCore
import AlarmWire
import Delivery
import Features
import RelayTesting
import Storage
import Testing

@testable import Engine

/// The round trips of one pass of the services over a batch.
private struct Passage: Equatable {
    var wake: [String] = []
    var prepare: [String] = []
    var record: [String] = []

    static func == (left: Passage, right: Passage) -> Bool { left.counts == right.counts }

    var counts: [Int] { [wake.count, prepare.count, record.count] }
}

@Suite("Round trips to a store across a network, for what families and people who live alone ask for")
struct RoundTripTests {
    /// Does what is due at each of the next moments, all in one batch; what is sent is accepted.
    private func passages(_ moments: Int, _ fixture: EngineFixture, _ store: RoundTripStore) async throws -> [Passage] {
        var all: [Passage] = []
        for _ in 0..<moments {
            let next = try await fixture.engine.read { snapshot in
                [try snapshot.earliestWake()?.at, try snapshot.earliestDelivery()].compactMap(\.self).min()
            }
            guard let next else { break }
            fixture.clock.set(to: max(next, fixture.now))
            all.append(try await passage(fixture, store))
        }
        return all
    }

    private func passage(_ fixture: EngineFixture, _ store: RoundTripStore) async throws -> Passage {
        var passage = Passage()
        passage.wake = try await store.roundTrips { _ = try await fixture.scheduler.wakeDue() }
        let rows = try await fixture.engine.write { tx in
            try tx.transaction.leaseDeliveries(at: tx.now, until: tx.now + .minutes(1), holder: "me", limit: 1000)
        }
        guard !rows.isEmpty else { return passage }
        var results: [OutboundQueue.FinishedDelivery] = []
        passage.prepare = try await store.roundTrips {
            results = try await fixture.engine.prepare(rows).map { delivery in
                let result: DeliveryResult =
                    switch delivery.route {
                    case .push, .mail, .sms, .call, .inquiry, .webhook: .outcome(.accepted, addressOf: nil)
                    default: .over(.superseded)
                    }
                return OutboundQueue.FinishedDelivery(row: delivery.row, result: result, origin: nil, jitter: 0)
            }
        }
        passage.record = try await store.roundTrips { [results] in await fixture.engine.record(results) }
        return passage
    }

    /// Expects that a large batch takes no more round trips than a small one, and no step more than so many.
    private func expect(_ small: [Passage], _ large: [Passage], atMost limits: [Int]) {
        #expect(!small.isEmpty)
        for (index, (small, large)) in zip(small, large).enumerated() {
            #expect(small.counts == large.counts, "moment \(index):\n\(small)\n\(large)")
            for (count, limit) in zip(large.counts, limits) {
                #expect(count <= limit, "moment \(index):\n\(large)")
            }
        }
    }

    @Test("Check-ins that are missed take as many for ten people as for one")
    func checkIns() async throws {
        var found: [[Passage]] = []
        for count in [1, 10] {
            let store = RoundTripStore()
            let scene = try await CheckInFixture(store: store, seed: UInt64(count))
            let fixture = scene.fixture
            for number in 1...count {
                let phone = try await fixture.register()
                let settings = CheckInSettings(kind: .standard, name: "Ana \(number)")
                let _: CheckInReport = try await fixture.ask { try $0.checkIns.plan(settings, by: phone) }
                let request = ContactRequest(name: "Ben", email: "ben\(number)@example.org", language: "en")
                let view: ContactView = try await fixture.ask { try $0.contacts.add(request, by: phone) }
                try await fixture.catchUp()
                try await scene.decide(view.id, .confirmed)
                let check = CheckInRequest(timeZone: "Europe/Berlin")
                let _: CheckInReport = try await fixture.ask { try $0.checkIns.checkIn(check, by: phone) }
            }
            try await fixture.catchUp()
            found.append(try await passages(8, fixture, store))
            #expect(scene.post.mails.count == count)
        }
        expect(found[0], found[1], atMost: [6, 4, 6])
    }

    @Test("Reminders that nobody completes take as many for ten as for one")
    func reminders() async throws {
        var found: [[Passage]] = []
        for count in [1, 10] {
            let store = RoundTripStore()
            let home = try await FamilyFixture(store: store)
            for number in 1...count { try await home.remind("Chore \(number)") }
            try await home.fixture.catchUp()
            found.append(try await passages(8, home.fixture, store))
        }
        expect(found[0], found[1], atMost: [5, 4, 5])
    }

    @Test("Alerts of a care circle take as many for two as for one")
    func alerts() async throws {
        var found: [[Passage]] = []
        for signals in [[CareSignal.manual], [.manual, .fall]] {
            let store = RoundTripStore()
            let care = try await CareFixture(store: store)
            for signal in signals { try await care.signal(signal) }
            try await care.fixture.catchUp()
            found.append(try await passages(6, care.fixture, store))
        }
        expect(found[0], found[1], atMost: [5, 4, 5])
    }
}
