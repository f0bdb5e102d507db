import AlarmCore
import Testing

@Suite("The escalation of a partner alarm")
struct EscalationTests {
    @Test("An accepted alarm is handed off at once, and wakes next for the handoff before due")
    func handoff() {
        var fixture = AlarmFixture(in: .hours(2))
        #expect(fixture.happen(.accepted).stages == [.handoff])
        #expect(fixture.alarm.state == .scheduled)
        #expect(fixture.wake == AlarmFixture.start + .hours(1))
    }

    @Test(
        "A silent phone is rung every minute to +15 min, every five to +60 min, and the sender is told at +10 and at the end"
    )
    func climbs() {
        var fixture = AlarmFixture(in: .hours(30))
        fixture.happen(.accepted)
        fixture.pass(to: .minutes(60))
        #expect(
            fixture.deliveries.stages == Array(repeating: .handoff, count: 4) + Array(repeating: .ring, count: 11)
                + [.noAnswerYet] + Array(repeating: .ring, count: 14)
        )
        let rings = fixture.deliveries.filter { $0.stage == .ring }.compactMap(\.offset)
        let minutes: [Int64] = Array(0...15) + Array(stride(from: 20, through: 60, by: 5))
        #expect(rings == minutes.map { Span.minutes($0) })
        #expect(fixture.alarm.state == .ringing)
        #expect(fixture.pass(to: .minutes(61)).stages == [.noAnswer])
        #expect(fixture.alarm.state == .missed)
        #expect(fixture.wake == nil)
        #expect(Set(fixture.deliveries.map(\.id)).count == fixture.deliveries.count)
    }

    @Test("It rings at the due millisecond and not before")
    func onTime() {
        var fixture = AlarmFixture(in: .hours(2))
        fixture.happen(.accepted)
        fixture.pass(to: .milliseconds(-1))
        #expect(!fixture.deliveries.stages.contains(.ring))
        let ordered = fixture.pass(to: .zero)
        #expect(ordered.stages == [.ring])
        #expect(fixture.now == fixture.alarm.due)
        #expect(ordered.first?.isLate == false)
        #expect(fixture.alarm.state == .ringing)
    }

    @Test("An armed phone is left to ring by itself at due, and is pushed a minute later when it stays silent")
    func armedButSilent() {
        var fixture = AlarmFixture(in: .hours(2))
        fixture.happen(.accepted)
        fixture.report(.armed)
        #expect(fixture.alarm.state == .armed)
        #expect(fixture.pass(to: .seconds(59)).isEmpty)
        #expect(fixture.pass(to: .seconds(60)).stages == [.ring])
    }

    @Test("An armed phone that reports ringing is not pushed in the first minute")
    func armedAndRinging() {
        var fixture = AlarmFixture(in: .hours(2))
        fixture.happen(.accepted)
        fixture.report(.armed)
        fixture.pass(to: .seconds(1))
        fixture.report(.ringing)
        #expect(fixture.pass(to: .seconds(119)).isEmpty)
        #expect(fixture.pass(to: .seconds(120)).stages == [.ring])
    }

    @Test("A phone that rang only by push is rung again after a minute, with any report")
    func rungByPush() {
        var fixture = AlarmFixture(in: .hours(2))
        fixture.happen(.accepted)
        #expect(fixture.pass(to: .seconds(1)).stages.last == .ring)
        fixture.report(.ringing)
        #expect(fixture.pass(to: .seconds(59)).isEmpty)
        #expect(fixture.pass(to: .seconds(60)).stages == [.ring])
    }

    @Test("Of two phones only the one that is not armed is pushed at due")
    func perDevice() {
        var fixture = AlarmFixture(in: .hours(2), receivers: 2)
        fixture.happen(.accepted)
        fixture.report(.armed, from: fixture.tablet)
        #expect(fixture.pass(to: .zero).filter { $0.stage == .ring }.map(\.device) == [fixture.phone])
    }

    @Test("The repeats are critical where that is allowed, and time-sensitive elsewhere", arguments: [true, false])
    func urgency(allowsCritical: Bool) {
        var fixture = AlarmFixture(in: .hours(2), allowsCritical: allowsCritical)
        fixture.happen(.accepted)
        fixture.pass(to: .seconds(60))
        #expect(fixture.deliveries.allSatisfy { $0.urgency == .timeSensitive })
        #expect(fixture.pass(to: .seconds(120)).map(\.urgency) == [allowsCritical ? .critical : .timeSensitive])
    }

    @Test("An alarm that is up to a minute late when it is accepted rings at once")
    func acceptedLate() {
        var fixture = AlarmFixture(in: -.seconds(50))
        #expect(fixture.happen(.accepted).stages == [.ring])
        #expect(fixture.alarm.state == .ringing)
    }

    @Test("After ten minutes of absence one ring is sent, not ten, and it says that it is late")
    func absent() {
        var fixture = AlarmFixture(in: .hours(2))
        fixture.happen(.accepted)
        fixture.now = fixture.alarm.due + .minutes(5)
        let ordered = fixture.happen(.wake)
        #expect(ordered.stages == [.ring])
        #expect(ordered.first?.isLate == true)
        #expect(fixture.record.contains(.late))
    }

    @Test(
        "An alarm accepted up to a quarter of an hour late still takes all steps of its policy",
        arguments: [Span.seconds(10), .minutes(9), .minutes(12), .minutes(15)]
    )
    func lateLadder(lateness: Span) {
        var fixture = AlarmFixture(in: .hours(2))
        fixture.happen(.accepted)
        let due = fixture.alarm.due
        fixture.now = due + lateness
        let first = fixture.happen(.wake)
        #expect(first.map(\.stage) == [.ring])
        #expect(first.map(\.isLate) == [true])
        #expect(first.map(\.due) == [due])
        #expect(fixture.alarm.state == .ringing)
        let rest = fixture.pass(to: .minutes(61))
        #expect(fixture.now == due + lateness + .minutes(61))
        #expect(
            rest.stages == Array(repeating: .ring, count: 10) + [.noAnswerYet] + Array(repeating: .ring, count: 14)
                + [.noAnswer]
        )
        #expect(rest.allSatisfy { !$0.isLate })
        #expect(fixture.alarm.due == due)
    }

    @Test("After more than a quarter of an hour of absence nothing rings, and both are told")
    func absentTooLong() {
        var fixture = AlarmFixture(in: .hours(2))
        fixture.happen(.accepted)
        fixture.now = fixture.alarm.due + .minutes(15) + .milliseconds(1)
        let ordered = fixture.happen(.wake)
        #expect(ordered.stages == [.missed, .missed])
        #expect(Set(ordered.map(\.device)) == [fixture.phone, fixture.senderPhone])
        #expect(fixture.alarm.state == .missed)
    }

    @Test("Handoffs whose time went by unnoticed are not made up for but once")
    func missedHandoffs() {
        var fixture = AlarmFixture(in: .hours(30))
        fixture.happen(.accepted)
        fixture.now = fixture.alarm.due - .minutes(5)
        #expect(fixture.happen(.wake).stages == [.handoff])
    }

    @Test(
        "Every ring is worth delivering until the next one, however long the alarm may live",
        arguments: [Span.seconds(1), .minutes(10), .hours(24)]
    )
    func ringDeadlines(ttl: Span) {
        var fixture = AlarmFixture(in: .hours(2), ttl: ttl)
        fixture.happen(.accepted)
        let due = fixture.alarm.due
        let rings = fixture.pass(to: .minutes(61)).filter { $0.stage == .ring }
        let times = rings.compactMap { $0.offset.map { due + $0 } }
        #expect(rings.count == 25)
        #expect(rings.dropLast().map(\.deadline) == Array(times.dropFirst()))
        #expect(rings.last?.deadline == max(due + ttl, due + .minutes(61)))
    }

    @Test("A ring that takes the place of another one, and a cancellation, live as long as the ring of that time")
    func otherDeadlines() throws {
        var fixture = AlarmFixture(in: .hours(2), receivers: 2, ttl: .seconds(1))
        fixture.happen(.accepted)
        fixture.report(.armed, from: fixture.tablet)
        let first = fixture.pass(to: .zero).last
        fixture.now = fixture.alarm.due + .seconds(5)
        let replaced = try fixture.end(first, .refused)
        #expect(replaced.filter { $0.stage == .ring }.map(\.deadline) == [fixture.alarm.due + .seconds(60)])
        fixture.pass(to: .minutes(21))
        let cancellation = fixture.report(.acknowledged, from: fixture.tablet).first { $0.stage == .cancel }
        #expect(cancellation?.deadline == fixture.alarm.due + .minutes(25))
    }

    @Test(
        "A push about the first ring is worth nothing once the second is due, and a handoff nothing after the next one"
    )
    func deadlines() {
        var fixture = AlarmFixture(in: .hours(2))
        fixture.happen(.accepted)
        let ring = fixture.pass(to: .zero).last
        #expect(ring?.stage == .ring)
        #expect(ring?.deadline == fixture.alarm.due + .seconds(60))
        let handoffs = fixture.deliveries.filter { $0.stage == .handoff }
        #expect(handoffs.map(\.deadline) == [fixture.alarm.due, fixture.alarm.due - .minutes(10), fixture.alarm.due])
    }
}
