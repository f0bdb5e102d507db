import AlarmCore
import AlarmWire
import Engine
import RelayTesting
import Storage
import Testing

@Suite("Waking alarms")
struct SchedulerTests {
    private func crowd(_ count: Int, in fixture: EngineFixture, _ couple: PairedDevices) async throws -> [AlarmID] {
        var ids: [AlarmID] = []
        for _ in 0..<count { ids.append(try await fixture.setAlarm(couple, in: .minutes(5))) }
        return ids
    }

    private func generous() -> Limits {
        var limits = Limits()
        limits.requestsPerHour = 10_000
        limits.pendingAlarms = 10_000
        return limits
    }

    @Test("A batch holds 500, the earliest first, and the rest follows")
    func batches() async throws {
        let fixture = try EngineFixture(limits: generous())
        let couple = try await fixture.couple()
        let ids = try await crowd(501, in: fixture, couple)
        let early = try await fixture.setAlarm(couple, in: .minutes(4))
        fixture.clock.advance(by: .minutes(5))
        #expect(try await fixture.scheduler.wakeDue() == 500)
        #expect(try await fixture.state(early) == .ringing)
        #expect(try await fixture.scheduler.wakeDue() == 2)
        for id in ids { #expect(try await fixture.state(id) == .ringing) }
        #expect(try await fixture.scheduler.wakeDue() == 0)
    }

    @Test("Two schedulers on one store wake every alarm once")
    func exclusive() async throws {
        let fixture = try EngineFixture(limits: generous())
        let couple = try await fixture.couple()
        let ids = try await crowd(1200, in: fixture, couple)
        let other = try EngineFixture(store: fixture.store, clock: fixture.clock, channel: fixture.channel, seed: 2)
        try await fixture.catchUp()
        fixture.channel.forget()
        fixture.clock.advance(by: .minutes(5))
        let woken = try await withThrowingTaskGroup(of: Int.self) { group in
            for scheduler in [fixture.scheduler, other.scheduler, fixture.scheduler, other.scheduler] {
                group.addTask {
                    var count = 0
                    while case let batch = try await scheduler.wakeDue(), batch > 0 { count += batch }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(woken == 1200)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for dispatcher in [fixture.dispatcher, other.dispatcher] {
                group.addTask { while try await dispatcher.sendReady() > 0 {} }
            }
            try await group.waitForAll()
        }
        let rung = fixture.channel.alarms.map(\.id)
        #expect(rung.count == 1200)
        #expect(Set(rung) == Set(ids))
    }

    @Test("After a short absence an alarm rings late, with its nominal time; after a long one both are told")
    func absence() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let long = try await fixture.setAlarm(couple, in: .minutes(5))
        let short = try await fixture.setAlarm(couple, in: .minutes(8))
        let due = fixture.now + .minutes(8)
        try await fixture.catchUp()
        fixture.channel.forget()
        fixture.clock.set(to: due + .minutes(13))
        let next = try EngineFixture(store: fixture.store, clock: fixture.clock, seed: 2)
        try await next.engine.begin()
        try await next.catchUp()
        let pushes = Dictionary(grouping: next.channel.alarms, by: \.id)
        #expect(pushes[short]?.map(\.stage) == [.ring])
        #expect(pushes[short]?.map(\.isLate) == [true])
        #expect(pushes[short]?.map(\.time) == [due])
        #expect(pushes[long]?.compactMap(\.stage.stage) == [.missed, .missed])
        #expect(
            Set(try await next.deliveries(long).suffix(2).map(\.order.destination)) == [
                .device(couple.ana.id), .device(couple.ben.id),
            ]
        )
        #expect(try await next.state(long) == .missed)
        try await next.pass(.minutes(61))
        #expect(next.channel.stages.filter { $0 == .ring }.count == 25, "the whole ladder was still to be climbed")
    }

    @Test("An operator's policy replaces the preset's")
    func policy() async throws {
        let policy = EscalationPolicy(
            name: "partner-alarm",
            steps: [
                EscalationStep(offset: .zero, audience: .receiver, stage: .ring),
                EscalationStep(offset: .seconds(30), audience: .sender, stage: .noAnswer),
            ]
        )
        let fixture = try EngineFixture(policies: [policy.name: policy])
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple)
        try await fixture.pass(.hours(1))
        #expect(fixture.channel.stages == [.ring, .noAnswer])
        #expect(try await fixture.state(id) == .missed)
    }

    @Test("Another policy that comes while the relay runs holds for accepted alarms too, from their next step on")
    func otherPolicy() async throws {
        let policy = EscalationPolicy(
            name: "partner-alarm",
            steps: [
                EscalationStep(offset: .zero, audience: .receiver, stage: .ring),
                EscalationStep(offset: .seconds(30), audience: .sender, stage: .noAnswer),
            ]
        )
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple)
        try await fixture.pass(.minutes(29))
        fixture.engine.follow([policy.name: policy])
        try await fixture.pass(.hours(1))
        #expect(fixture.channel.stages.filter { $0 != .handoff } == [.ring, .noAnswer])
        #expect(try await fixture.state(id) == .missed)
        fixture.engine.follow([:])
        #expect(fixture.engine.kinds.policy(of: policy.name) == .partnerAlarm)
    }
}

@Suite("A clock that is set")
struct ClockStepTests {
    @Test("Set back, it makes nothing ring early, and the alarm rings at its time by the new clock")
    func back() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple)
        let due = fixture.now + .minutes(30)
        try await fixture.pass(.minutes(29))
        fixture.clock.advance(by: .hours(-5))
        try await fixture.pass(until: due - .milliseconds(1))
        #expect(!fixture.channel.stages.contains(.ring))
        try await fixture.pass(.milliseconds(1))
        #expect(fixture.channel.stages.last == .ring)
        #expect(try await fixture.state(id) == .ringing)
    }

    @Test("Set forward a little, it makes the alarm ring at once; set forward far, both are told")
    func forward() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let near = try await fixture.setAlarm(couple, in: .hours(2))
        let far = try await fixture.setAlarm(couple, in: .hours(1))
        fixture.clock.advance(by: .hours(2) + .minutes(1))
        try await fixture.catchUp()
        #expect(try await fixture.state(near) == .ringing)
        #expect(try await fixture.state(far) == .missed)
    }

    @Test("However the clock is set, nothing rings early, and nothing is lost", arguments: 0..<8)
    func wild(seed: UInt64) async throws {
        let fixture = try EngineFixture(seed: seed)
        let couple = try await fixture.couple()
        var random = SeededGenerator(seed: seed)
        var ids: [AlarmID] = []
        var seen = 0
        for _ in 0..<60 {
            if ids.count < 20, Bool.random(using: &random) {
                ids.append(try await fixture.setAlarm(couple, in: .minutes(Int64.random(in: 0...120, using: &random))))
                try await fixture.catchUp()
            }
            let step = Span.seconds(Int64.random(in: -1800...3600, using: &random))
            if Bool.random(using: &random) { fixture.clock.advance(by: step) } else { try await fixture.pass(step) }
            try await fixture.catchUp()
            let sent = fixture.channel.sent
            for push in sent[seen...] {
                guard let alarm = push.alarm, alarm.stage == .ring else { continue }
                #expect(alarm.time <= fixture.now, "seed \(seed): rang early")
            }
            seen = sent.count
        }
        try await fixture.pass(.days(2))
        for id in ids {
            #expect(try await fixture.state(id) == .missed, "seed \(seed)")
            let told = fixture.channel.alarms.filter { $0.id == id }.compactMap(\.stage.stage)
            #expect(told.contains(.ring) || told.contains(.missed), "seed \(seed): never rang and nobody was told")
            #expect(told.contains(.noAnswer) || told.contains(.missed), "seed \(seed): the sender does not know")
        }
    }
}
