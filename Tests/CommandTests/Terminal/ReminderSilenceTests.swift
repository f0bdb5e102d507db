import AlarmCore
import AlarmWire
import Testing

@testable import reveille

@Suite("Why a reminder will not ring, in words")
struct ReminderSilenceTests {
    private let ana = PersonID(high: 1, low: 1)
    private let kim = PersonID(high: 1, low: 2)
    private let due = Instant(seconds: 1_800_000_000)

    private func explanation(_ silence: ReminderSilence, readBy reader: PersonID) throws -> String {
        let id = CircleID(high: 2, low: 1)
        let family = CircleView(
            Circle(id: id, kind: .family, since: due, name: "Hearth"),
            members: [
                CircleMemberView(person: ana, isSelf: reader == ana, role: .parent, displayName: "Ana", since: due),
                CircleMemberView(person: kim, isSelf: reader == kim, role: .child, displayName: "Kim", since: due),
            ]
        )
        let details = try ReminderDetails(assignee: kim, title: "Violin", schedule: .at(due))
        let reminder = Reminder(
            id: ReminderID(high: 3, low: 1),
            circle: family.id,
            creator: ana,
            details: details,
            due: due
        )
        return silence.explanation(of: reminder, in: family)
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
