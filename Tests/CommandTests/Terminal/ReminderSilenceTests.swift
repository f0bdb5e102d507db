import AlarmCore
import AlarmWire
import Testing
import Wording

@testable import DeviceKit
@testable import reveille

@Suite("Why a reminder will not ring, in words")
struct ReminderSilenceTests {
    private let ana = PersonID(high: 1, low: 1)
    private let kim = PersonID(high: 1, low: 2)
    private let due = Instant(seconds: 1_800_000_000)

    private func family(readBy reader: PersonID) -> CircleView {
        CircleView(
            Circle(id: CircleID(high: 2, low: 1), kind: .family, since: due, name: "Hearth"),
            members: [
                CircleMemberView(person: ana, isSelf: reader == ana, role: .parent, displayName: "Ana", since: due),
                CircleMemberView(person: kim, isSelf: reader == kim, role: .child, displayName: "Kim", since: due),
            ]
        )
    }

    private func reminder(in family: CircleView) throws -> Reminder {
        let details = try ReminderDetails(assignee: kim, title: "Violin", schedule: .at(due))
        return Reminder(
            id: ReminderID(high: 3, low: 1),
            circle: family.id,
            creator: ana,
            details: details,
            due: due
        )
    }

    private func explanation(_ silence: ReminderSilence, readBy reader: PersonID) throws -> String {
        let family = family(readBy: reader)
        return silence.explanation(of: try reminder(in: family), in: family)
    }

    @Test("One that rings again is named with whom it is for, also where it cannot be read")
    func again() throws {
        let family = family(readBy: ana)
        let view = ReminderView(try reminder(in: family))
        let read = ReminderListing(view: view, text: ReminderText(title: "Violin"))
        #expect(read.ringsAgain(in: family, .english) == "“Violin” for Kim rings again.")
        let sealed = ReminderListing(view: view, doubt: .unknownKey).ringsAgain(in: family, .english)
        #expect(sealed.hasPrefix("A reminder whose words cannot be read here ("), "\(sealed)")
        #expect(sealed.hasSuffix(" for Kim rings again."), "\(sealed)")
    }

    @Test("One of one's own that goes on and skips a time is said to, and one whose alarm has ended is told of already")
    func skips() throws {
        let family = family(readBy: ana)
        let alarm = AlarmID(high: 4, low: 1)
        let skips = ReminderView(try reminder(in: family), alarm: alarm, silence: .refused)
        let ended = ReminderView(try reminder(in: family), silence: .refused)
        let rings = ReminderView(try reminder(in: family), alarm: alarm)
        #expect([skips, ended, rings].skipping(by: [family]) == [skips])
        #expect([skips].skipping(by: [self.family(readBy: kim)]) == [], "it is another's")
        let said = ReminderListing(view: skips, text: ReminderText(title: "Violin")).skips(in: family, .english)
        #expect(said == "“Violin” for Kim will not ring at its next time: Kim takes none of yours then.")
    }

    @Test("Each names who is meant, and what to do")
    func each() throws {
        #expect(try explanation(.muted, readBy: kim) == "it will not ring: you have muted Ana")
        #expect(try explanation(.refused, readBy: ana).hasSuffix("Kim takes nothing from Ana then; ask Kim"))
        #expect(try explanation(.takenOff, readBy: ana).hasSuffix("give it a time anew, the same or another"))
        #expect(try explanation(.unreachable, readBy: ana) == "it cannot ring: no device of Kim can be reached")
        #expect(
            try explanation(.unreachable, readBy: kim) == "it cannot ring: none of your devices can be reached"
        )
    }
}
