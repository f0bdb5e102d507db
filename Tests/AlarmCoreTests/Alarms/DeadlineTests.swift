import AlarmCore
import Testing

@Suite("A deadline that a person must meet")
struct DeadlineTests {
    private let contact = AlarmContext.Addressee(.contact(ContactID(high: 9, low: 9), .email))

    private func scene(in span: Span = .hours(24), _ policy: EscalationPolicy = .checkIn) -> AlarmScene {
        var scene = AlarmScene(in: span, policy: policy)
        scene.context.audiences = [.contacts: [[contact]]]
        scene.happen(.accepted)
        return scene
    }

    @Test("The person is warned four times, then the contacts are told, and once more a day later")
    func ladder() {
        var scene = scene()
        let due = scene.alarm.due
        let ordered = scene.pass(to: .hours(48))
        #expect(ordered.stages == [.checkInDue, .checkInDue, .checkInDue, .checkInDue, .alert, .contactsTold, .alert])
        let letters = ordered.filter { $0.stage == .alert }
        #expect(letters.allSatisfy { $0.destination == contact.destination })
        #expect(Set(letters.map(\.id)).count == 2)
        #expect(scene.alarm.due == due)
    }

    @Test("It stays open for a year after all was said, so that whoever was told can hear that the person is back")
    func staysOpen() {
        var scene = scene()
        scene.pass(to: .days(300))
        #expect(!scene.alarm.state.isFinal)
        scene.happen(.checkedIn(nil))
        #expect(scene.alarm.state == .acknowledged)
        #expect(scene.settled == [.allClear])
    }

    @Test("A check-in ends it, makes every letter void, and settles what was said")
    func checkIn() {
        var scene = scene()
        scene.pass(to: -.minutes(10))
        let epoch = scene.alarm.epoch
        scene.happen(.checkedIn(scene.phone))
        #expect(scene.alarm.state == .acknowledged)
        #expect(scene.alarm.epoch > epoch)
        #expect(scene.settled == [.allClear])
        #expect(scene.pass(to: .hours(48)).isEmpty)
    }

    @Test("A person without a reachable device is no reason not to tell the contacts")
    func unreachable() {
        var scene = AlarmScene(in: .hours(24), policy: .checkIn, receivers: 0)
        scene.context.audiences = [.contacts: [[contact]]]
        scene.happen(.accepted)
        #expect(scene.pass(to: .hours(1)).stages == [.alert])
    }

    @Test(
        "Nobody is alerted before the person was warned a quarter of an hour ahead, however long the relay slept",
        arguments: [Span.minutes(-14), .minutes(-1), .zero, .minutes(3), .hours(5), .days(9)]
    )
    func warnedFirst(wakesAt offset: Span) throws {
        var scene = scene()
        scene.now = scene.alarm.due + offset
        let first = scene.happen(.wake)
        #expect(first.stages == [.checkInDue])
        let warned = scene.now
        let alarmed = scene.pass(to: .zero)
        #expect(alarmed.stages == [.alert, .contactsTold])
        #expect(scene.now - warned >= .minutes(15))
        #expect(scene.record.contains(.credited))
    }

    @Test("An absence before the deadline is made up for, up to an hour after its end")
    func absence() {
        var scene = scene()
        let due = scene.alarm.due
        scene.pass(to: -.minutes(16))
        scene.context.absences = [Absence(from: due - .hours(10), until: due - .minutes(20))]
        scene.now = due - .minutes(15)
        scene.happen(.wake)
        #expect(scene.alarm.base == due + .minutes(40))
        scene.happen(.wake)
        #expect(scene.alarm.base == due + .minutes(40), "the same absence gives nothing twice")
    }

    @Test("An absence that was over before the first warning could be due gives nothing")
    func earlierAbsence() {
        var scene = scene()
        let due = scene.alarm.due
        scene.context.absences = [Absence(from: due - .hours(20), until: due - .hours(4))]
        scene.pass(to: -.minutes(1))
        #expect(scene.alarm.base == due)
    }

    @Test("The gentle kind reminds the person at the deadline and tells the contacts a day later")
    func gentle() {
        var scene = scene(.gentleCheckIn)
        #expect(scene.pass(to: .hours(23)).stages == [.checkInReminder])
        #expect(scene.pass(to: .hours(25)).stages == [.alert, .contactsTold])
    }

    @Test(
        "An absence before the contacts of a gentle check-in are told is given back, however long ago the reminder was",
        arguments: [Span.hours(1), .hours(20), .hours(23)]
    )
    func gentleCredit(after pause: Span) {
        var scene = scene(.gentleCheckIn)
        let due = scene.alarm.due
        scene.pass(to: pause)
        let back = due + .hours(31)
        scene.context.absences = [Absence(from: due + pause, until: back)]
        scene.now = back
        #expect(scene.happen(.wake).isEmpty, "the person is given an hour to give a sign")
        #expect(scene.alarm.base == due + .hours(8))
        scene.happen(.wake)
        #expect(scene.alarm.base == due + .hours(8), "the same absence gives nothing twice")
        #expect(scene.pass(to: .hours(25)).stages == [.alert, .contactsTold])
        #expect(scene.now >= back + .hours(1))
    }

    @Test("To take a deadline back says nothing to those who were told: nobody has given a sign of life")
    func cancelled() {
        var scene = scene()
        scene.pass(to: .hours(1))
        scene.happen(.cancel(by: .sender))
        #expect(scene.alarm.state == .cancelled)
        #expect(scene.settled.isEmpty)
    }

    @Test("A check-in after all was said still finds its promise ended, and nothing more is ordered")
    func tooLate() {
        var scene = scene()
        scene.pass(to: .days(367))
        #expect(scene.happen(.checkedIn(nil)).isEmpty)
        #expect(scene.alarm.state == .missed)
    }
}
