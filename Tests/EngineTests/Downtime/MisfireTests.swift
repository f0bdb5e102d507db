import AlarmCore
import AlarmWire
import Delivery
import Engine
import RelayTesting
import Storage
import Testing

@Suite("What a relay makes up for that was away")
struct MisfireTests {
    /// What both sides were sent after an absence, by stage.
    private struct Aftermath {
        let scene: EngineScene
        let couple: Couple

        /// Lets the relay go away at once, and come back at `instant`, with another engine on the same store.
        init(_ scene: EngineScene, _ couple: Couple, until instant: Instant) async throws {
            try await scene.catchUp()
            scene.channel.forget()
            scene.clock.set(to: instant)
            self.scene = try EngineScene(store: scene.store, clock: scene.clock, channel: scene.channel, seed: 2)
            self.couple = couple
            try await self.scene.engine.recover()
            try await self.scene.engine.begin()
            try await self.scene.catchUp()
        }

        var stages: [Stage] { scene.channel.stages }
    }

    @Test(
        "An alarm up to a quarter of an hour late rings, marked late where that shows, with its nominal time",
        arguments: [
            (Span.zero, false), (.seconds(9), false), (.seconds(10), true), (.minutes(15), true),
        ]
    )
    func late(lateness: Span, isMarked: Bool) async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let due = scene.now + .hours(2)
        let id = try await scene.setAlarm(couple, in: .hours(2))
        let after = try await Aftermath(scene, couple, until: due + lateness)
        #expect(after.stages == [.ring])
        let push = try #require(after.scene.channel.alarms.first)
        #expect(push.isLate == isMarked)
        #expect(push.time == due)
        #expect(try await after.scene.state(id) == .ringing)
        #expect(try await after.scene.record(id).contains(isMarked ? .late : .due))
        // Nothing of the ladder is lost with the time that went by.
        scene.channel.forget()
        try await after.scene.pass(.minutes(10))
        #expect(after.stages.filter { $0 == .ring }.count == 6)
        #expect(after.stages.last == .noAnswer)
    }

    @Test("Later than that nothing rings, and both sides are told, once")
    func tooLate() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let due = scene.now + .hours(2)
        let id = try await scene.setAlarm(couple, in: .hours(2))
        let after = try await Aftermath(scene, couple, until: due + .minutes(15) + .milliseconds(1))
        #expect(after.stages == [.missed, .missed])
        #expect(Set(after.scene.channel.sent.map(\.destination.token)).count == 2)
        #expect(try await after.scene.state(id) == .missed)
        scene.channel.forget()
        try await after.scene.pass(.days(2))
        #expect(after.stages == [])
    }

    @Test("Of several handoffs that passed unsent only the newest is sent, and none once the alarm is due")
    func handoffs() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let due = scene.now + .hours(30)
        _ = try await scene.setAlarm(couple, in: .hours(30))
        let before = try await Aftermath(scene, couple, until: due - .minutes(5))
        #expect(before.stages == [.handoff])
        #expect(
            try await before.scene.deliveries(before.scene.channel.alarms[0].id).last?.order.offset == -.minutes(10)
        )

        let other = try EngineScene()
        let others = try await other.couple()
        _ = try await other.setAlarm(others, in: .hours(30))
        let after = try await Aftermath(other, others, until: due + .minutes(1))
        #expect(after.stages == [.ring])
    }

    @Test("A repeated alarm that came due three times tells of it once, rings if the last time may, and goes on")
    func repeated() async throws {
        let missed = [Stage.missed, .missed]
        for (lateness, stages) in [(Span.minutes(10), missed + [.ring]), (.hours(3), missed)] {
            let scene = try EngineScene()
            let couple = try await scene.couple()
            let id = try await scene.setAlarm(couple, from: "2027-01-16T07:00:00", repeat: "FREQ=DAILY")
            let third = try await scene.row(id).alarm.due + .days(2)
            let after = try await Aftermath(scene, couple, until: third + lateness)
            // Pushes of one moment go out in any order.
            #expect(after.stages.filter { $0 != .handoff }.map(\.rawValue).sorted() == stages.map(\.rawValue).sorted())
            let alarm = try await after.scene.row(id).alarm
            #expect(alarm.due == (stages == missed ? third + .days(1) : third))
            scene.channel.forget()
            try await after.scene.pass(until: third + .days(1) + .seconds(1))
            #expect(after.scene.channel.alarms.last?.time == third + .days(1))
            #expect(after.stages.last == .ring)
        }
    }

    @Test("An alarm that was ringing when the relay went rings on where it stopped, and nobody is given up meanwhile")
    func inTheMiddle() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let due = scene.now + .hours(2)
        let id = try await scene.setAlarm(couple, in: .hours(2))
        try await scene.pass(until: due + .seconds(30))
        let after = try await Aftermath(scene, couple, until: due + .minutes(11))
        #expect(after.stages == [.ring])
        #expect(try await after.scene.state(id) == .ringing)
        scene.channel.forget()
        try await after.scene.pass(.minutes(9))
        #expect(after.stages == Array(repeating: .ring, count: 5) + [.noAnswer])
        #expect(try await after.scene.state(id) == .missed)
    }

    @Test("An alarm that was ringing, and comes back later than the grace, is missed, and both sides are told")
    func inTheMiddleTooLate() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let due = scene.now + .hours(2)
        let id = try await scene.setAlarm(couple, in: .hours(2))
        try await scene.pass(until: due + .seconds(30))
        let after = try await Aftermath(scene, couple, until: due + .hours(5))
        #expect(Set(after.stages).isSubset(of: [.missed, .noAnswer, .ring]))
        #expect(try await after.scene.state(id) == .missed)
    }
}
