import AlarmCore
import AlarmWire
import Engine
import Testing
import Wording

@testable import DeviceKit
@testable import reveille

@Suite("What is said of a reminder that recurs or is put off")
struct ReminderTimeWordsTests {
    private let kim = PersonID(high: 1, low: 2)
    private let due = Instant(seconds: 4_000_000_000)
    private let clock = LocalClock(zones: ZoneDirectory(), zoneName: "UTC")

    private var family: CircleView {
        CircleView(
            Circle(id: CircleID(high: 2, low: 1), kind: .family, since: due, name: "Hearth"),
            members: [CircleMemberView(person: kim, isSelf: false, role: .child, displayName: "Kim", since: due)]
        )
    }

    private func reminder(recurs: Bool, completion: Reminder.Completion? = nil) throws -> Reminder {
        let start = try LocalDateTime(iso8601: "2096-10-01T16:00:00")
        let days = try SelectedDays(
            [.monday, .thursday],
            interval: 2,
            start: start.date,
            time: start.time,
            timeZone: "Europe/Berlin"
        )
        return Reminder(
            id: ReminderID(high: 3, low: 1),
            circle: family.id,
            creator: kim,
            details: try ReminderDetails(
                assignee: kim,
                title: "Violin",
                schedule: recurs ? .selectedDays(days) : .at(due)
            ),
            due: due,
            completion: completion
        )
    }

    @Test("The answer to setting one names its days and the clocks that count, and ends with its id")
    func setting() throws {
        let view = ReminderView(try reminder(recurs: true))
        let said = view.sentence(ofSettingIn: family, on: clock, zone: nil)
        #expect(said.hasPrefix("Set for Kim at Tue 2096-10-02 09:06:40 CEST (Europe/Berlin), in "), "\(said)")
        #expect(
            said.hasSuffix(
                "; it recurs: every 2 weeks on Monday and Thursday in Europe/Berlin. Reminder \(view.reminder.id)"
            ),
            "\(said)"
        )
        let once = ReminderView(try reminder(recurs: false))
        let plain = once.sentence(ofSettingIn: family, on: clock, zone: nil)
        #expect(plain.hasPrefix("Set for Kim at Tue 2096-10-02 07:06:40 UTC, in "), "\(plain)")
        #expect(!plain.contains("recurs"))
        let chosen = once.sentence(ofSettingIn: family, on: clock, zone: "Europe/Berlin")
        #expect(chosen.contains(" 09:06:40 CEST (Europe/Berlin), "), "\(chosen)")
    }

    @Test("The answer to a change names them, too")
    func change() throws {
        let view = ReminderView(try reminder(recurs: true))
        #expect(
            view.sentence(ofChangeOn: clock) == """
                The reminder is changed: it is due at Tue 2096-10-02 09:06:40 CEST (Europe/Berlin), and recurs: \
                every 2 weeks on Monday and Thursday in Europe/Berlin.
                """
        )
    }

    @Test("What is shown of one opens with until when it is put off, and has one form of time")
    func opening() throws {
        let done = Reminder.Completion(at: due + .minutes(1), by: kim)
        #expect(ReminderView(try reminder(recurs: false)).sentence(clock) == "Due on Tue 2096-10-02 07:06:40 UTC.")
        var past = clock
        let later = due + .minutes(1)
        past.relay = RelayTime({ later }, offset: .zero)
        let open = try reminder(recurs: false)
        #expect(ReminderView(open).sentence(past) == "Was due on Tue 2096-10-02 07:06:40 UTC, and is not done.")
        let late = ReminderView(open, snoozedUntil: due + .minutes(10))
        #expect(late.sentence(past) == "Put off until Tue 2096-10-02 07:16:40 UTC, and is not done.")
        let ended = ReminderView(try reminder(recurs: false, completion: done), snoozedUntil: due + .minutes(10))
        #expect(ended.sentence(past) == "Done on Tue 2096-10-02 07:07:40 UTC.")
    }

    @Test("One that is put off beyond a new limit is said to stay so, and no other")
    func beyondLimit() throws {
        let open = try reminder(recurs: false)
        let view = ReminderView(open, snoozedUntil: due + .minutes(30))
        #expect(view.isPutOff(beyond: .minutes(29)) && view.isPutOff(beyond: .zero))
        #expect(!view.isPutOff(beyond: .minutes(30)))
        #expect(!ReminderView(open).isPutOff(beyond: .zero))
        let listing = ReminderListing(view: view, text: ReminderText(title: "Violin"))
        #expect(
            listing.sentence(ofStayingPutOffIn: family, clock) == """
                “Violin” for Kim stays put off until Tue 2096-10-02 07:36:40 UTC: it was put off before the limit changed.
                """
        )
    }

    @Test("A list says until when one is put off, whether or not its time has passed, and no more once it is done")
    func putOff() throws {
        let end = due + .minutes(10)
        let late = ReminderView(try reminder(recurs: false), snoozedUntil: end)
        #expect(late.shownStatus(clock, in: family) == "put off until Tue 2096-10-02 07:16:40 UTC")
        let done = try reminder(recurs: false, completion: Reminder.Completion(at: due, by: kim))
        #expect(ReminderView(done, snoozedUntil: end).shownStatus(clock, in: family) == "done by Kim")
    }
}
