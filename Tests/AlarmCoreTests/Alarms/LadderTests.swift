import AlarmCore
import Testing

@Suite("The ladder of a partner alarm")
struct LadderTests {
    @Test("An accepted alarm is handed off at once, and wakes next for the handoff before due")
    func handoff() {
        var scene = AlarmScene(in: .hours(2))
        #expect(scene.happen(.accepted).stages == [.handoff])
        #expect(scene.alarm.state == .scheduled)
        #expect(scene.wake == AlarmScene.start + .hours(1))
    }

    @Test(
        "A phone that says nothing is handed the alarm three times, then rung at due and every minute, then the sender is told"
    )
    func climbs() {
        var scene = AlarmScene(in: .hours(30))
        scene.happen(.accepted)
        scene.pass(to: .minutes(10))
        #expect(
            scene.deliveries.stages == [.handoff, .handoff, .handoff, .handoff] + Array(repeating: .ring, count: 7) + [
                .noAnswer
            ]
        )
        #expect(scene.alarm.state == .missed)
        #expect(scene.wake == nil)
        #expect(Set(scene.deliveries.map(\.id)).count == scene.deliveries.count)
    }

    @Test("It rings at the due millisecond and not before")
    func onTime() {
        var scene = AlarmScene(in: .hours(2))
        scene.happen(.accepted)
        scene.pass(to: .milliseconds(-1))
        #expect(!scene.deliveries.stages.contains(.ring))
        let ordered = scene.pass(to: .zero)
        #expect(ordered.stages == [.ring])
        #expect(scene.now == scene.alarm.due)
        #expect(ordered.first?.isLate == false)
        #expect(scene.alarm.state == .ringing)
    }

    @Test("An armed phone is left to ring by itself at due, and is pushed a minute later when it stays silent")
    func armedButSilent() {
        var scene = AlarmScene(in: .hours(2))
        scene.happen(.accepted)
        scene.report(.armed)
        #expect(scene.alarm.state == .armed)
        #expect(scene.pass(to: .seconds(59)).isEmpty)
        #expect(scene.pass(to: .seconds(60)).stages == [.ring])
    }

    @Test("An armed phone that reports ringing is not pushed in the first minute")
    func armedAndRinging() {
        var scene = AlarmScene(in: .hours(2))
        scene.happen(.accepted)
        scene.report(.armed)
        scene.pass(to: .seconds(1))
        scene.report(.ringing)
        #expect(scene.pass(to: .seconds(119)).isEmpty)
        #expect(scene.pass(to: .seconds(120)).stages == [.ring])
    }

    @Test("A phone that rang by push alone is rung again after a minute, whatever it reported")
    func rungByPush() {
        var scene = AlarmScene(in: .hours(2))
        scene.happen(.accepted)
        #expect(scene.pass(to: .seconds(1)).stages.last == .ring)
        scene.report(.ringing)
        #expect(scene.pass(to: .seconds(59)).isEmpty)
        #expect(scene.pass(to: .seconds(60)).stages == [.ring])
    }

    @Test("Of two phones only the one that is not armed is pushed at due")
    func perDevice() {
        var scene = AlarmScene(in: .hours(2), receivers: 2)
        scene.happen(.accepted)
        scene.report(.armed, from: scene.tablet)
        #expect(scene.pass(to: .zero).filter { $0.stage == .ring }.map(\.device) == [scene.phone])
    }

    @Test("The repeats are critical where that is allowed, and time-sensitive elsewhere", arguments: [true, false])
    func urgency(allowsCritical: Bool) {
        var scene = AlarmScene(in: .hours(2), allowsCritical: allowsCritical)
        scene.happen(.accepted)
        scene.pass(to: .seconds(60))
        #expect(scene.deliveries.allSatisfy { $0.urgency == .timeSensitive })
        #expect(scene.pass(to: .seconds(120)).map(\.urgency) == [allowsCritical ? .critical : .timeSensitive])
    }

    @Test("An alarm that is up to a minute late when it is accepted rings at once")
    func acceptedLate() {
        var scene = AlarmScene(in: -.seconds(50))
        #expect(scene.happen(.accepted).stages == [.ring])
        #expect(scene.alarm.state == .ringing)
    }

    @Test("After ten minutes of absence one ring is sent, not ten, and it says that it is late")
    func absent() {
        var scene = AlarmScene(in: .hours(2))
        scene.happen(.accepted)
        scene.now = scene.alarm.due + .minutes(5)
        let ordered = scene.happen(.wake)
        #expect(ordered.stages == [.ring])
        #expect(ordered.first?.isLate == true)
        #expect(scene.record.contains(.late))
    }

    @Test(
        "An alarm that comes up to a quarter of an hour late still has its whole ladder before it",
        arguments: [Span.seconds(10), .minutes(9), .minutes(12), .minutes(15)]
    )
    func lateLadder(lateness: Span) {
        var scene = AlarmScene(in: .hours(2))
        scene.happen(.accepted)
        let due = scene.alarm.due
        scene.now = due + lateness
        let first = scene.happen(.wake)
        #expect(first.map(\.stage) == [.ring])
        #expect(first.map(\.isLate) == [true])
        #expect(first.map(\.due) == [due])
        #expect(scene.alarm.state == .ringing)
        let rest = scene.pass(to: .minutes(10))
        #expect(scene.now == due + lateness + .minutes(10))
        #expect(rest.stages == Array(repeating: .ring, count: 6) + [.noAnswer])
        #expect(rest.allSatisfy { !$0.isLate })
        #expect(scene.alarm.due == due)
    }

    @Test("After more than a quarter of an hour of absence nothing rings, and both are told")
    func absentTooLong() {
        var scene = AlarmScene(in: .hours(2))
        scene.happen(.accepted)
        scene.now = scene.alarm.due + .minutes(15) + .milliseconds(1)
        let ordered = scene.happen(.wake)
        #expect(ordered.stages == [.missed, .missed])
        #expect(Set(ordered.map(\.device)) == [scene.phone, scene.senderPhone])
        #expect(scene.alarm.state == .missed)
    }

    @Test("Handoffs whose time went by unnoticed are not made up for but once")
    func missedHandoffs() {
        var scene = AlarmScene(in: .hours(30))
        scene.happen(.accepted)
        scene.now = scene.alarm.due - .minutes(5)
        #expect(scene.happen(.wake).stages == [.handoff])
    }

    @Test(
        "A push about the first ring is worth nothing once the second is due, and a handoff nothing after the next one"
    )
    func deadlines() {
        var scene = AlarmScene(in: .hours(2))
        scene.happen(.accepted)
        let ring = scene.pass(to: .zero).last
        #expect(ring?.stage == .ring)
        #expect(ring?.deadline == scene.alarm.due + .seconds(60))
        let handoffs = scene.deliveries.filter { $0.stage == .handoff }
        #expect(handoffs.map(\.deadline) == [scene.alarm.due, scene.alarm.due - .minutes(10), scene.alarm.due])
    }
}
