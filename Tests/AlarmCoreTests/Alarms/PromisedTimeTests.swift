import AlarmCore
import Testing

@Suite("The time that people were promised")
struct PromisedTimeTests {
    private func late(by span: Span) -> AlarmFixture {
        var fixture = AlarmFixture()
        fixture.happen(.accepted)
        fixture.now = fixture.alarm.due + span
        fixture.happen(.wake)
        return fixture
    }

    @Test("A late ring counts its steps from the moment at which it rings, and keeps its time")
    func lateRing() {
        let fixture = late(by: .minutes(10))
        #expect(fixture.alarm.base == fixture.now)
        #expect(fixture.alarm.delay == .minutes(10))
        #expect(fixture.alarm.promisedTime == fixture.alarm.due)
    }

    @Test("A ring within ten seconds of its time delays nothing")
    func prompt() {
        let fixture = late(by: .seconds(9))
        #expect(fixture.alarm.base == fixture.alarm.due)
        #expect(fixture.alarm.delay == .zero)
    }

    @Test("An outage while it rings moves the steps, and a second one moves them further, but not its time")
    func inTheMiddle() {
        var fixture = AlarmFixture()
        fixture.happen(.accepted)
        fixture.pass(to: .seconds(30))
        let due = fixture.alarm.due
        fixture.now = due + .minutes(11)
        fixture.happen(.wake)
        #expect(fixture.alarm.delay == .minutes(10))
        #expect(fixture.alarm.promisedTime == due)
        fixture.now = fixture.now + .minutes(6)
        fixture.happen(.wake)
        #expect(fixture.alarm.delay > .minutes(10))
        #expect(fixture.alarm.promisedTime == due)
    }

    @Test("A snooze promises a new time")
    func snoozed() {
        var fixture = late(by: .minutes(10))
        let end = fixture.now + .minutes(7)
        fixture.report(.snoozed, until: end)
        #expect(fixture.alarm.delay == .zero)
        #expect(fixture.alarm.promisedTime == end)
    }

    @Test("A new time promises a new time")
    func rescheduled() {
        var fixture = late(by: .minutes(10))
        let due = fixture.now + .hours(3)
        fixture.happen(.reschedule(.once(due), due: due, ttl: .minutes(10)))
        #expect(fixture.alarm.delay == .zero)
        #expect(fixture.alarm.promisedTime == due)
    }

    @Test("A deadline that is credited for the relay's absence is promised anew")
    func credited() {
        var fixture = AlarmFixture(in: .hours(24), policy: .checkIn)
        fixture.happen(.accepted)
        let due = fixture.alarm.due
        fixture.pass(to: -.minutes(16))
        fixture.context.absences = [Absence(from: due - .hours(10), until: due - .minutes(20))]
        fixture.now = due - .minutes(15)
        fixture.happen(.wake)
        #expect(fixture.alarm.promisedTime == due + .minutes(40))
        #expect(fixture.alarm.delay == .zero)
    }
}
