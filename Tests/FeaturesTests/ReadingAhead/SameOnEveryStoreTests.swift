import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("A relay does the same whether its store answers writes at once or late")
struct SameOnEveryStoreTests {
    /// What people and outbox have of a history.
    private struct Outcome: Equatable {
        var pushes: [[UInt8]] = []
        var mails: [String] = []
        var alarms: [Alarm] = []
        var deliveries: [DeliveryRow] = []
        var records: [RecordLine] = []
    }

    @Test(
        "The same history leaves the same alarms, deliveries, pushes and letters",
        arguments: 1...4 as ClosedRange<UInt64>
    )
    func history(seed: UInt64) async throws {
        let expected = try await outcome(on: InMemoryStore(), seed)
        #expect(!expected.mails.isEmpty && expected.pushes.count > 10)
        for store in [LateErrorStore(), RoundTripStore()] as [any Store] {
            let found = try await outcome(on: store, seed)
            #expect(found.alarms == expected.alarms, "seed \(seed)")
            #expect(found.deliveries == expected.deliveries, "seed \(seed)")
            #expect(found.records == expected.records, "seed \(seed)")
            #expect(found.pushes == expected.pushes, "seed \(seed)")
            #expect(found.mails == expected.mails, "seed \(seed)")
        }
    }

    /// Alarms of a couple, one of whom lives alone and misses a check-in, with random answers.
    private func outcome(on store: any Store, _ seed: UInt64) async throws -> Outcome {
        let scene = try await CheckInFixture(store: store, seed: seed)
        let fixture = scene.fixture
        var random = SeededGenerator(seed: seed)
        let couple = try await fixture.pair(scene.phone, with: try await fixture.register())
        try await scene.contact()
        try await scene.plan()
        try await scene.checkIn()
        var alarms = [
            try await fixture.setAlarm(couple, in: .minutes(20)),
            try await fixture.setAlarm(couple, from: "2027-01-16T07:00:00", repeat: "FREQ=DAILY"),
        ]
        for _ in 0..<30 {
            let target = alarms[Int.random(in: 0..<alarms.count, using: &random)]
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1, 2: try await fixture.pass(.minutes(Int64.random(in: 1...300, using: &random)))
            case 3: alarms.append(try await fixture.setAlarm(couple, in: .minutes(5)))
            case 4: try await fixture.report(.ringing, of: target, from: couple.ben)
            case 5: try await fixture.report(.acknowledged, of: target, from: couple.ben)
            case 6: try await fixture.report(.received, of: target, from: couple.ben)
            default: _ = try await fixture.synchronise(try await fixture.device(couple.ben.id))
            }
            try await fixture.catchUp()
        }
        try await fixture.cancel(alarms[alarms.count - 1], by: couple.ana)
        try await fixture.pass(.days(3))
        try await scene.checkIn()
        try await fixture.pass(.hours(1))
        return try await outcome(of: scene, couple)
    }

    private func outcome(of scene: CheckInFixture, _ couple: PairedDevices) async throws -> Outcome {
        let (pushes, mails) = (scene.fixture.channel.sent.map(\.payload), scene.post.mails.map(\.text))
        let ana = couple.ana.person
        return try await scene.fixture.engine.read { snapshot in
            // What is sent at once is sent in any order.
            var outcome = Outcome(
                pushes: pushes.map { Array($0) }.sorted { $0.lexicographicallyPrecedes($1) },
                mails: mails.sorted()
            )
            for row in try snapshot.alarms(of: ana, changedAfter: 0, limit: .max).sorted(by: { $0.key < $1.key }) {
                outcome.alarms.append(row.alarm)
                outcome.deliveries += try snapshot.deliveries(of: row.key)
                outcome.records += try snapshot.record(of: row.key)
            }
            return outcome
        }
    }
}
