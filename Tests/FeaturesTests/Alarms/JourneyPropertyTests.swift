import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("Random histories of an alarm: two phones, a gateway and the clock")
struct JourneyPropertyTests {
    private struct AlarmModel {
        let fixture: EngineFixture
        let couple: PairedDevices
        let devices: [Device]
        let id: AlarmID
        var random: SeededGenerator
    }

    @Test("No ring follows the end, an open alarm always has a next step, and the funnel only grows", arguments: 0..<20)
    func invariants(seed: UInt64) async throws {
        var world = try await world(seed)
        let fixture = world.fixture
        var before: [DeliveryFunnel] = []
        var revision = 1
        var rousingAtEnd: Int?
        for _ in 0..<30 {
            try await step(&world)
            try await fixture.catchUp()
            let row = try await fixture.row(world.id)
            let wakes = try await fixture.engine.read { try $0.wakes(through: Instant(milliseconds: .max), limit: 9) }
            let hasWake = wakes.contains { $0.alarm == row.key }
            #expect(hasWake != row.alarm.state.isFinal, "seed \(seed): \(row.alarm.state)")
            let asking = fixture.channel.stages.filter(\.asksForAction).count
            if row.alarm.state.isFinal {
                #expect(asking == rousingAtEnd ?? asking, "seed \(seed): roused after the end")
                rousingAtEnd = asking
            }
            let view = try await fixture.view(world.id, for: world.couple.ana)
            if view.revision == revision { for (old, new) in zip(before, view.deliveries) { compare(old, new, seed) } }
            for funnel in view.deliveries { check(funnel, at: fixture.now, seed) }
            (before, revision) = (view.deliveries, view.revision)
        }
    }

    private func world(_ seed: UInt64) async throws -> AlarmModel {
        let fixture = try EngineFixture(seed: seed + 1)
        let couple = try await fixture.couple()
        fixture.clock.advance(by: .seconds(1))
        let tablet = try await fixture.addDevice(besides: couple.ben)
        var random = SeededGenerator(seed: seed)
        let request = try fixture.request(
            couple,
            at: AlarmTime(fixture.now + .seconds(Int64.random(in: -60...7200, using: &random))),
            timeZone: "Etc/UTC",
            repeat: Bool.random(using: &random) ? "FREQ=DAILY" : nil
        )
        try await fixture.accept(request, from: couple.ana)
        return AlarmModel(
            fixture: fixture,
            couple: couple,
            devices: [couple.ben, tablet],
            id: request.id,
            random: random
        )
    }

    private func step(_ world: inout AlarmModel) async throws {
        let fixture = world.fixture
        let device = world.devices[Int.random(in: 0..<2, using: &world.random)]
        switch Int.random(in: 0..<14, using: &world.random) {
        case 0..<5:
            try await fixture.pass(.milliseconds(Int64.random(in: 0...150_000, using: &world.random)))
        case 5:
            let next = try await fixture.engine.read { try $0.earliestWake()?.at }
            try await fixture.pass(until: max(fixture.now, min(next ?? fixture.now, fixture.now + .days(2))))
        case 6:
            // The relay was away.
            fixture.clock.advance(by: .seconds(Int64.random(in: 0...1200, using: &world.random)))
        case 7, 8:
            let reports: [AlarmReceipt.Report] = [.received, .armed, .ringing, .snoozed, .acknowledged, .dismissed]
            let report = reports[Int.random(in: 0..<reports.count, using: &world.random)]
            let isRare = report == .acknowledged || report == .dismissed
            guard !isRare || Int.random(in: 0..<4, using: &world.random) == 0 else { return }
            try await fixture.report(report, of: world.id, from: device)
        case 9: _ = try await fixture.synchronise(try await fixture.device(device.id))
        case 10, 11:
            let outcomes: [DeliveryOutcome] = [
                .accepted, .accepted, .retry(after: nil, reason: .http(503), indeterminate: true),
                .retry(after: .minutes(5), reason: .http(429), indeterminate: false), .rejected(reason: "BadTopic"),
                .addressDead(reason: "Unregistered", since: nil),
            ]
            let outcome = outcomes[Int.random(in: 0..<outcomes.count, using: &world.random)]
            let other = outcomes[Int.random(in: 0..<4, using: &world.random)]
            let target = device.address?.registeredAt
            fixture.channel.answer { $0.destination.registeredAt == target ? outcome : other }
        case 12:
            let fresh = ReplaceToken(apns: fixture.pushToken())
            let _: TokenReplaced = try await fixture.ask { try $0.devices.replaceToken(fresh, of: device) }
        default:
            guard Int.random(in: 0..<6, using: &world.random) == 0 else { return }
            try await fixture.cancel(world.id, by: world.couple.ana)
        }
    }

    /// Checks that a funnel only grows: no step disappears, and the steps stay in order.
    ///
    /// What a phone has armed it may give up, or be lost with.
    private func compare(_ old: DeliveryFunnel, _ new: DeliveryFunnel, _ seed: UInt64) {
        let times: [KeyPath<DeliveryFunnel, Instant?>] = [
            \.relayed, \.delivered, \.received, \.ringing, \.acknowledged,
        ]
        for time in times where old[keyPath: time] != nil {
            #expect(new[keyPath: time] == old[keyPath: time], "seed \(seed): \(time)")
        }
        #expect(new.attempts >= old.attempts, "seed \(seed)")
        #expect(old.worked == nil || new.worked == old.worked, "seed \(seed)")
    }

    private func check(_ funnel: DeliveryFunnel, at now: Instant, _ seed: UInt64) {
        let all = [funnel.delivered, funnel.received, funnel.armed, funnel.ringing, funnel.acknowledged]
        let later = [funnel.armed, funnel.ringing, funnel.acknowledged].compactMap(\.self)
        for time in all.compactMap(\.self) {
            #expect(time <= now, "seed \(seed)")
            #expect(funnel.relayed.map { $0 <= time } == true, "seed \(seed): before the relay had it")
        }
        if !later.isEmpty { #expect(funnel.received.map { later.min() ?? $0 >= $0 } == true, "seed \(seed)") }
        if funnel.worked != nil { #expect(funnel.ringing != nil || funnel.acknowledged != nil, "seed \(seed)") }
    }
}
