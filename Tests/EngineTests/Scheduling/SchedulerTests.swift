import AlarmCore
import AlarmWire
import Engine
import RelayTesting
import Storage
import TestSupport
import Testing

@Suite("Waking alarms")
struct SchedulerTests {
    private func crowd(_ count: Int, in scene: EngineScene, _ couple: Couple) async throws -> [AlarmID] {
        var ids: [AlarmID] = []
        for _ in 0..<count { ids.append(try await scene.setAlarm(couple, in: .minutes(5))) }
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
        let scene = try EngineScene(limits: generous())
        let couple = try await scene.couple()
        let ids = try await crowd(501, in: scene, couple)
        let early = try await scene.setAlarm(couple, in: .minutes(4))
        scene.clock.advance(by: .minutes(5))
        #expect(try await scene.scheduler.wakeDue() == 500)
        #expect(try await scene.state(early) == .ringing)
        #expect(try await scene.scheduler.wakeDue() == 2)
        for id in ids { #expect(try await scene.state(id) == .ringing) }
        #expect(try await scene.scheduler.wakeDue() == 0)
    }

    @Test("Two schedulers on one store wake every alarm once")
    func exclusive() async throws {
        let scene = try EngineScene(limits: generous())
        let couple = try await scene.couple()
        let ids = try await crowd(1200, in: scene, couple)
        let other = try EngineScene(store: scene.store, clock: scene.clock, channel: scene.channel, seed: 2)
        try await scene.catchUp()
        scene.channel.forget()
        scene.clock.advance(by: .minutes(5))
        let woken = try await withThrowingTaskGroup(of: Int.self) { group in
            for scheduler in [scene.scheduler, other.scheduler, scene.scheduler, other.scheduler] {
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
            for dispatcher in [scene.dispatcher, other.dispatcher] {
                group.addTask { while try await dispatcher.sendReady() > 0 {} }
            }
            try await group.waitForAll()
        }
        let rung = scene.channel.alarms.map(\.id)
        #expect(rung.count == 1200)
        #expect(Set(rung) == Set(ids))
    }

    @Test("After a short absence an alarm rings late, with its nominal time; after a long one both are told")
    func absence() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let long = try await scene.setAlarm(couple, in: .minutes(5))
        let short = try await scene.setAlarm(couple, in: .minutes(8))
        let due = scene.now + .minutes(8)
        try await scene.catchUp()
        scene.channel.forget()
        scene.clock.set(to: due + .minutes(13))
        let next = try EngineScene(store: scene.store, clock: scene.clock, seed: 2)
        try await next.engine.recover()
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
        try await next.pass(.minutes(10))
        #expect(next.channel.stages.filter { $0 == .ring }.count == 7, "the whole ladder was still to be climbed")
    }

    @Test("A policy of the operator's own is climbed instead of the preset's")
    func policy() async throws {
        let policy = EscalationPolicy(
            name: "partner-alarm",
            steps: [
                EscalationStep(offset: .zero, audience: .receiver, stage: .ring),
                EscalationStep(offset: .seconds(30), audience: .sender, stage: .noAnswer),
            ]
        )
        let scene = try EngineScene(policies: [policy.name: policy])
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple)
        try await scene.pass(.hours(1))
        #expect(scene.channel.stages == [.ring, .noAnswer])
        #expect(try await scene.state(id) == .missed)
    }
}

@Suite("A clock that is set")
struct ClockStepTests {
    @Test("Set back, it makes nothing ring early, and the alarm rings at its time by the new clock")
    func back() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple)
        let due = scene.now + .minutes(30)
        try await scene.pass(.minutes(29))
        scene.clock.advance(by: .hours(-5))
        try await scene.pass(until: due - .milliseconds(1))
        #expect(!scene.channel.stages.contains(.ring))
        try await scene.pass(.milliseconds(1))
        #expect(scene.channel.stages.last == .ring)
        #expect(try await scene.state(id) == .ringing)
    }

    @Test("Set forward a little, it makes the alarm ring at once; set forward far, both are told")
    func forward() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let near = try await scene.setAlarm(couple, in: .hours(2))
        let far = try await scene.setAlarm(couple, in: .hours(1))
        scene.clock.advance(by: .hours(2) + .minutes(1))
        try await scene.catchUp()
        #expect(try await scene.state(near) == .ringing)
        #expect(try await scene.state(far) == .missed)
    }

    @Test("However the clock is set, nothing rings early, and nothing is lost", arguments: 0..<8)
    func wild(seed: UInt64) async throws {
        let scene = try EngineScene(seed: seed)
        let couple = try await scene.couple()
        var random = SeededGenerator(seed: seed)
        var ids: [AlarmID] = []
        var seen = 0
        for _ in 0..<60 {
            if ids.count < 20, Bool.random(using: &random) {
                ids.append(try await scene.setAlarm(couple, in: .minutes(Int64.random(in: 0...120, using: &random))))
                try await scene.catchUp()
            }
            let step = Span.seconds(Int64.random(in: -1800...3600, using: &random))
            if Bool.random(using: &random) { scene.clock.advance(by: step) } else { try await scene.pass(step) }
            try await scene.catchUp()
            let sent = scene.channel.sent
            for push in sent[seen...] {
                guard let alarm = push.alarm, alarm.stage == .ring else { continue }
                #expect(alarm.time <= scene.now, "seed \(seed): rang early")
            }
            seen = sent.count
        }
        try await scene.pass(.days(2))
        for id in ids {
            #expect(try await scene.state(id) == .missed, "seed \(seed)")
            let told = scene.channel.alarms.filter { $0.id == id }.compactMap(\.stage.stage)
            #expect(told.contains(.ring) || told.contains(.missed), "seed \(seed): never rang and nobody was told")
            #expect(told.contains(.noAnswer) || told.contains(.missed), "seed \(seed): the sender does not know")
        }
    }
}
