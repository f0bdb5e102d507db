import AlarmCore
import AlarmWire
import Delivery
import Engine
import RelayTesting
import Storage
import Testing

@Suite("Alarms that came due while the relay was away")
struct MisfireTests {
    /// Stages sent to both sides after an absence.
    private struct Notifications {
        let fixture: EngineFixture
        let couple: PairedDevices

        /// Stops the relay at once and restarts it at `instant`, with a new engine on the same store.
        init(_ fixture: EngineFixture, _ couple: PairedDevices, until instant: Instant) async throws {
            try await fixture.catchUp()
            fixture.channel.forget()
            fixture.clock.set(to: instant)
            self.fixture = try EngineFixture(
                store: fixture.store,
                clock: fixture.clock,
                channel: fixture.channel,
                seed: 2
            )
            self.couple = couple
            try await self.fixture.engine.begin()
            try await self.fixture.catchUp()
        }

        var stages: [Stage] { fixture.channel.stages }
    }

    @Test(
        "An alarm up to a quarter of an hour late rings, marked late where that shows, with its nominal time",
        arguments: [
            (Span.zero, false), (.seconds(9), false), (.seconds(10), true), (.minutes(15), true),
        ]
    )
    func late(lateness: Span, isMarked: Bool) async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let due = fixture.now + .hours(2)
        let id = try await fixture.setAlarm(couple, in: .hours(2))
        let after = try await Notifications(fixture, couple, until: due + lateness)
        #expect(after.stages == [.ring])
        let push = try #require(after.fixture.channel.alarms.first)
        #expect(push.isLate == isMarked)
        #expect(push.time == due)
        #expect(try await after.fixture.state(id) == .ringing)
        #expect(try await after.fixture.record(id).contains(isMarked ? .late : .due))
        // The later steps of the policy are still taken after the absence.
        fixture.channel.forget()
        try await after.fixture.pass(.minutes(61))
        #expect(after.stages.filter { $0 == .ring }.count == 24)
        #expect(after.stages.last == .noAnswer)
    }

    @Test("Later than that nothing rings, and both sides are told, once")
    func tooLate() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let due = fixture.now + .hours(2)
        let id = try await fixture.setAlarm(couple, in: .hours(2))
        let after = try await Notifications(fixture, couple, until: due + .minutes(15) + .milliseconds(1))
        #expect(after.stages == [.missed, .missed])
        #expect(Set(after.fixture.channel.sent.map(\.token)).count == 2)
        #expect(try await after.fixture.state(id) == .missed)
        fixture.channel.forget()
        try await after.fixture.pass(.days(2))
        #expect(after.stages == [])
    }

    @Test("Of several handoffs that passed unsent only the newest is sent, and none once the alarm is due")
    func handoffs() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let due = fixture.now + .hours(30)
        _ = try await fixture.setAlarm(couple, in: .hours(30))
        let before = try await Notifications(fixture, couple, until: due - .minutes(5))
        #expect(before.stages == [.handoff])
        #expect(
            try await before.fixture.deliveries(before.fixture.channel.alarms[0].id).last?.order.offset == -.minutes(10)
        )

        let other = try EngineFixture()
        let others = try await other.couple()
        _ = try await other.setAlarm(others, in: .hours(30))
        let after = try await Notifications(other, others, until: due + .minutes(1))
        #expect(after.stages == [.ring])
    }

    @Test("A repeated alarm that came due three times tells of it once, rings if the last time may, and goes on")
    func repeated() async throws {
        let missed = [Stage.missed, .missed]
        for (lateness, stages) in [(Span.minutes(10), missed + [.ring]), (.hours(3), missed)] {
            let fixture = try EngineFixture()
            let couple = try await fixture.couple()
            let id = try await fixture.setAlarm(couple, from: "2027-01-16T07:00:00", repeat: "FREQ=DAILY")
            let third = try await fixture.row(id).alarm.due + .days(2)
            let after = try await Notifications(fixture, couple, until: third + lateness)
            // Pushes due at the same moment go out in any order.
            #expect(after.stages.filter { $0 != .handoff }.map(\.rawValue).sorted() == stages.map(\.rawValue).sorted())
            let alarm = try await after.fixture.row(id).alarm
            #expect(alarm.due == (stages == missed ? third + .days(1) : third))
            fixture.channel.forget()
            try await after.fixture.pass(until: third + .days(1) + .seconds(1))
            #expect(after.fixture.channel.alarms.last?.time == third + .days(1))
            #expect(after.stages.last == .ring)
        }
    }

    @Test("An alarm that was ringing when the relay stopped rings on afterwards, and is not given up meanwhile")
    func inTheMiddle() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let due = fixture.now + .hours(2)
        let id = try await fixture.setAlarm(couple, in: .hours(2))
        try await fixture.pass(until: due + .seconds(30))
        let after = try await Notifications(fixture, couple, until: due + .minutes(11))
        #expect(after.stages == [.ring])
        #expect(try await after.fixture.state(id) == .ringing)
        fixture.channel.forget()
        try await after.fixture.pass(.minutes(60))
        // The steps that the relay missed are taken later: a ring a minute after due, when it was back, was the first.
        let rings = [Stage](repeating: .ring, count: 23)
        // One of them is due at the same moment as the first word to the sender, and they go out in any order.
        #expect(after.stages.filter { $0 != .noAnswerYet } == rings + [.noAnswer])
        #expect(after.stages.count { $0 == .noAnswerYet } == 1)
        #expect(try await after.fixture.state(id) == .missed)
    }

    @Test("An alarm that was ringing, and comes back later than the grace, is missed, and both sides are told")
    func inTheMiddleTooLate() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let due = fixture.now + .hours(2)
        let id = try await fixture.setAlarm(couple, in: .hours(2))
        try await fixture.pass(until: due + .seconds(30))
        let after = try await Notifications(fixture, couple, until: due + .hours(5))
        #expect(Set(after.stages).isSubset(of: [.missed, .noAnswer, .ring]))
        #expect(try await after.fixture.state(id) == .missed)
    }
}
