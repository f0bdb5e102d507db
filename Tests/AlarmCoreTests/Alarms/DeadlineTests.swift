import AlarmCore
import Testing

@Suite("A deadline that a person must meet")
struct DeadlineTests {
    private let contact = AlarmContext.Addressee(.contact(ContactID(high: 9, low: 9), .email))

    private func fixture(in span: Span = .hours(24), _ policy: EscalationPolicy = .checkIn) -> AlarmFixture {
        var fixture = AlarmFixture(in: span, policy: policy)
        fixture.context.audiences = [.contacts: [[contact]]]
        fixture.happen(.accepted)
        return fixture
    }

    @Test("The person is warned four times, then the contacts are told, and once more a day later")
    func ladder() {
        var fixture = fixture()
        let due = fixture.alarm.due
        let ordered = fixture.pass(to: .hours(48))
        #expect(ordered.stages == [.checkInDue, .checkInDue, .checkInDue, .checkInDue, .alert, .contactsTold, .alert])
        let letters = ordered.filter { $0.stage == .alert }
        #expect(letters.allSatisfy { $0.destination == contact.destination })
        #expect(Set(letters.map(\.id)).count == 2)
        #expect(fixture.alarm.due == due)
    }

    @Test(
        "A deadline that was set a short time ahead is warned of in the second half of it only, and at least once",
        arguments: [
            (60, [15]), (90, [15]), (120, [60, 15]), (239, [60, 15]), (240, [120, 60, 15]), (360, [180, 120, 60, 15]),
        ] as [(Int64, [Int64])]
    )
    func short(minutes: Int64, warnings: [Int64]) {
        var fixture = AlarmFixture(in: .minutes(minutes), policy: .checkIn)
        fixture.context.interval = .minutes(minutes)
        #expect(fixture.happen(.accepted).isEmpty)
        let ordered = fixture.pass(to: -.milliseconds(1))
        #expect(ordered.compactMap(\.offset) == warnings.map { -.minutes($0) })
        #expect(fixture.pass(to: .zero).stages.contains(.contactsTold))
    }

    @Test("It stays open for a year after the last step, so that those who were told can get the all-clear")
    func staysOpen() {
        var fixture = fixture()
        fixture.pass(to: .days(300))
        #expect(!fixture.alarm.state.isFinal)
        fixture.happen(.checkedIn(nil))
        #expect(fixture.alarm.state == .acknowledged)
        #expect(fixture.settled == [.allClear])
    }

    @Test("A check-in ends it, supersedes every letter, and sends the all-clear to those who were told")
    func checkIn() {
        var fixture = fixture()
        fixture.pass(to: -.minutes(10))
        let epoch = fixture.alarm.epoch
        fixture.happen(.checkedIn(fixture.phone))
        #expect(fixture.alarm.state == .acknowledged)
        #expect(fixture.alarm.epoch > epoch)
        #expect(fixture.settled == [.allClear])
        #expect(fixture.pass(to: .hours(48)).isEmpty)
    }

    @Test("A person without a reachable device is no reason not to tell the contacts")
    func unreachable() {
        var fixture = AlarmFixture(in: .hours(24), policy: .checkIn, receivers: 0)
        fixture.context.audiences = [.contacts: [[contact]]]
        fixture.happen(.accepted)
        #expect(fixture.pass(to: .hours(1)).stages == [.alert])
    }

    @Test(
        "Contacts are told only 15 minutes or more after a warning to the person, after any absence of the relay",
        arguments: [Span.minutes(-14), .minutes(-1), .zero, .minutes(3), .hours(5), .days(9)]
    )
    func warnedFirst(wakesAt offset: Span) throws {
        var fixture = fixture()
        fixture.now = fixture.alarm.due + offset
        let first = fixture.happen(.wake)
        #expect(first.stages == [.checkInDue])
        let warned = fixture.now
        let alarmed = fixture.pass(to: .zero)
        #expect(alarmed.stages == [.alert, .contactsTold])
        #expect(fixture.now - warned >= .minutes(15))
        #expect(fixture.record.contains(.credited))
    }

    @Test("An absence before the deadline is made up for, up to an hour after its end")
    func absence() {
        var fixture = fixture()
        let due = fixture.alarm.due
        fixture.pass(to: -.minutes(16))
        fixture.context.absences = [Absence(from: due - .hours(10), until: due - .minutes(20))]
        fixture.now = due - .minutes(15)
        fixture.happen(.wake)
        #expect(fixture.alarm.base == due + .minutes(40))
        fixture.happen(.wake)
        #expect(fixture.alarm.base == due + .minutes(40), "the same absence gives nothing twice")
    }

    @Test("An absence that was over before the first warning could be due gives nothing")
    func earlierAbsence() {
        var fixture = fixture()
        let due = fixture.alarm.due
        fixture.context.absences = [Absence(from: due - .hours(20), until: due - .hours(4))]
        fixture.pass(to: -.minutes(1))
        #expect(fixture.alarm.base == due)
    }

    @Test("The gentle kind reminds the person at the deadline and tells the contacts a day later")
    func gentle() {
        var fixture = fixture(.gentleCheckIn)
        #expect(fixture.pass(to: .hours(23)).stages == [.checkInReminder])
        #expect(fixture.pass(to: .hours(25)).stages == [.alert, .contactsTold])
    }

    @Test(
        "An absence before the contacts of a gentle check-in are told is given back, however long ago the reminder was",
        arguments: [Span.hours(1), .hours(20), .hours(23)]
    )
    func gentleCredit(after pause: Span) {
        var fixture = fixture(.gentleCheckIn)
        let due = fixture.alarm.due
        fixture.pass(to: pause)
        let back = due + .hours(31)
        fixture.context.absences = [Absence(from: due + pause, until: back)]
        fixture.now = back
        #expect(fixture.happen(.wake).isEmpty, "the person is given an hour to give a sign")
        #expect(fixture.alarm.base == due + .hours(8))
        fixture.happen(.wake)
        #expect(fixture.alarm.base == due + .hours(8), "the same absence gives nothing twice")
        #expect(fixture.pass(to: .hours(25)).stages == [.alert, .contactsTold])
        #expect(fixture.now >= back + .hours(1))
    }

    @Test("Cancelling a deadline sends no all-clear: it is not a sign of life")
    func cancelled() {
        var fixture = fixture()
        fixture.pass(to: .hours(1))
        fixture.happen(.cancel(by: .sender))
        #expect(fixture.alarm.state == .cancelled)
        #expect(fixture.settled.isEmpty)
    }

    @Test("A check-in after the last step finds the alarm ended, and orders nothing more")
    func tooLate() {
        var fixture = fixture()
        fixture.pass(to: .days(367))
        #expect(fixture.happen(.checkedIn(nil)).isEmpty)
        #expect(fixture.alarm.state == .missed)
    }
}
