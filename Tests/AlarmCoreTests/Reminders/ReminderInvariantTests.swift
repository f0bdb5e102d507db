import AlarmCore
import Testing

@Suite("Random histories of a family's reminder")
struct ReminderInvariantTests {
    private let fixture = ReminderFixture()

    private enum Act: CaseIterable {
        case edit, mark, place, complete, undo, moveOn, report
    }

    @Test(
        "Nothing changes without the right to it, and nothing frozen but by undoing in time",
        arguments: 0..<300 as Range<UInt64>
    )
    func invariants(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        var now = fixture.now
        let creator = fixture.everybody.randomElement(using: &chance) ?? fixture.mother
        let assignee = creator.isParent ? fixture.everybody.randomElement(using: &chance) ?? creator : creator
        let schedule = Bool.random(using: &chance) ? try fixture.weekly() : nil
        var reminder = try fixture.reminder(by: creator, for: assignee, schedule: schedule, place: home)
        for _ in 0..<60 {
            now = now + .seconds(.random(in: 0...40, using: &chance))
            let before = reminder
            let member = fixture.everybody.randomElement(using: &chance) ?? fixture.child
            let act = Act.allCases.randomElement(using: &chance) ?? .mark
            let refused = try perform(act, on: &reminder, by: member, at: now, &chance)
            let comment: Comment = "seed \(seed): \(act) by \(member)"
            if refused != nil { #expect(reminder == before, comment) }
            guard reminder != before else { continue }
            #expect(isPermitted(act, to: member, on: before), comment)
            #expect((reminder.id, reminder.circle, reminder.creator) == (before.id, before.circle, before.creator))
            if let completion = before.completion {
                #expect(act == .undo && now < completion.at + .seconds(30), comment)
            }
            if let completion = reminder.completion {
                #expect([before.creator, before.assignee].contains(completion.by), comment)
                #expect(reminder.details == before.details, comment)
            }
            if act == .edit { #expect(member.isParent || reminder.assignee == member.person, comment) }
            #expect(!reminder.isPlaceWatched || reminder.place != nil, comment)
        }
    }

    private var home: Place? { try? Place(latitude: 52.5, longitude: 13.4) }

    /// A second statement of the permission rules, to compare with.
    private func isPermitted(_ act: Act, to member: ReminderMember, on reminder: Reminder) -> Bool {
        let (isCreator, isAssignee) = (member.person == reminder.creator, member.person == reminder.assignee)
        return switch act {
        case .edit: isCreator || member.isParent
        case .mark, .place: isCreator || isAssignee || member.isParent
        case .complete, .undo: isCreator || isAssignee
        case .moveOn, .report: true
        }
    }

    private func perform(
        _ act: Act,
        on reminder: inout Reminder,
        by member: ReminderMember,
        at now: Instant,
        _ chance: inout SeededGenerator
    ) throws -> ReminderError? {
        let assignee = fixture.everybody.randomElement(using: &chance) ?? member
        let details = try fixture.details(for: assignee, title: "\(now)", schedule: reminder.details.schedule)
        let item = Int.random(in: 0...2, using: &chance)
        let elsewhere = try Place.random(using: &chance)
        do {
            switch act {
            case .edit: try reminder.edit(details, due: now, by: member)
            case .mark: try reminder.mark(item, done: Bool.random(using: &chance), by: member)
            case .place: try reminder.setPlace(Bool.random(using: &chance) ? elsewhere : nil, by: member)
            case .complete: try reminder.complete(by: member, at: now)
            case .undo: try reminder.undoCompletion(by: member, at: now)
            case .moveOn: _ = reminder.moveOn(to: now + .hours(2))
            case .report: _ = reminder.report(position: elsewhere, at: now)
            }
            return nil
        } catch {
            return error
        }
    }
}
