import AlarmCore
import Testing

@Suite("Who may do what with a reminder")
struct ReminderRulesTests {
    private let scene = ReminderScene()

    @Test("A parent of the circle is one here, and nobody else")
    func roles() {
        for role in Role.allCases {
            let membership = Membership(person: scene.child.person, role: role, since: scene.now)
            #expect(ReminderMember(membership).isParent == (role == .parent))
        }
    }

    @Test("Parents set reminders for anybody, children for themselves only")
    func creating() throws {
        for assignee in scene.everybody {
            #expect(try scene.reminder(by: scene.mother, for: assignee).assignee == assignee.person)
            let refused = refusal { try scene.reminder(by: scene.child, for: assignee) }
            #expect(refused == (assignee == scene.child ? nil : .notForOthers))
        }
    }

    @Test("The creator and the parents edit and delete, and nobody else")
    func changing() throws {
        let details = try scene.details(for: scene.child, title: "Feed the dog")
        for (creator, permitted) in [
            (scene.mother, [scene.mother, scene.father]), (scene.child, [scene.mother, scene.father, scene.child]),
        ] {
            let reminder = try scene.reminder(by: creator, for: scene.child)
            for member in scene.everybody {
                let expected: ReminderError? = permitted.contains(member) ? nil : .notYoursToChange
                #expect(refusal { try ReminderRules.requireDeleting(reminder, by: member) } == expected)
                var edited = reminder
                #expect(refusal { try edited.edit(details, due: scene.now, by: member) } == expected)
                #expect((edited.details == details) == (expected == nil))
                #expect((edited.due == scene.now) == (expected == nil))
            }
        }
    }

    @Test("A child cannot hand its own reminder to somebody else, nor speak to whom a parent handed it")
    func handing() throws {
        var reminder = try scene.reminder(by: scene.child, for: scene.child)
        let details = try scene.details(for: scene.sibling)
        #expect(refusal { try reminder.edit(details, due: scene.now, by: scene.child) } == .notForOthers)
        #expect(reminder.assignee == scene.child.person)
        try reminder.edit(details, due: scene.now, by: scene.father)
        #expect(reminder.assignee == scene.sibling.person)
        let other = try scene.details(for: scene.sibling, title: "Water the plants")
        #expect(refusal { try reminder.edit(other, due: scene.now, by: scene.child) } == .notForOthers)
        try reminder.edit(scene.details(for: scene.child), due: scene.now, by: scene.child)
        #expect(reminder.assignee == scene.child.person)
    }

    @Test("Only the creator and the assignee complete, no other parent")
    func completing() throws {
        let reminder = try scene.reminder(by: scene.mother, for: scene.child)
        for member in scene.everybody {
            var completed = reminder
            let isParty = [scene.mother, scene.child].contains(member)
            let refused = refusal { try completed.complete(by: member, at: scene.now) }
            #expect(refused == (isParty ? nil : .notYoursToComplete))
            #expect(completed.status == (isParty ? .completed : .open))
            #expect(completed.completion?.by == (isParty ? member.person : nil))
        }
    }

    @Test("Completing twice changes nothing, and another person comes too late")
    func completingTwice() throws {
        var reminder = try scene.reminder(by: scene.mother, for: scene.child)
        try reminder.complete(by: scene.child, at: scene.now)
        let completed = reminder
        try reminder.complete(by: scene.child, at: scene.now + .seconds(5))
        #expect(reminder == completed)
        #expect(refusal { try reminder.complete(by: scene.mother, at: scene.now) } == .completed)
    }

    @Test("A completed reminder is frozen, and can still be deleted")
    func frozen() throws {
        var reminder = try scene.reminder(by: scene.mother, for: scene.child)
        try reminder.complete(by: scene.child, at: scene.now)
        let frozen = reminder
        let details = try scene.details(for: scene.child)
        #expect(refusal { try reminder.edit(details, due: scene.now, by: scene.mother) } == .completed)
        #expect(refusal { try reminder.mark(0, done: true, by: scene.child) } == .completed)
        #expect(refusal { try reminder.setPlace(nil, by: scene.child) } == .completed)
        #expect(reminder == frozen)
        #expect(refusal { try ReminderRules.requireDeleting(reminder, by: scene.mother) } == nil)
    }

    @Test("A completion can be taken back for 30 seconds, by whoever could complete")
    func undoing() throws {
        var reminder = try scene.reminder(by: scene.mother, for: scene.child)
        let open = reminder
        try reminder.complete(by: scene.child, at: scene.now)
        let late = scene.now + .seconds(30)
        #expect(refusal { try reminder.undoCompletion(by: scene.father, at: scene.now) } == .notYoursToComplete)
        #expect(refusal { try reminder.undoCompletion(by: scene.child, at: late) } == .undoOver)
        try reminder.undoCompletion(by: scene.mother, at: late - .milliseconds(1))
        #expect(reminder == open)
        try reminder.undoCompletion(by: scene.mother, at: late)
        #expect(reminder == open)
    }

    @Test("Creator, assignee and parents tick items and set the place")
    func ticking() throws {
        let reminder = try scene.reminder(by: scene.child, for: scene.child)
        let home = try Place(latitude: 52.5, longitude: 13.4)
        for member in scene.everybody {
            var ticked = reminder
            let expected: ReminderError? = member == scene.sibling ? .notYoursToTick : nil
            #expect(refusal { try ticked.mark(1, done: true, by: member) } == expected)
            #expect(refusal { try ticked.setPlace(home, by: member) } == expected)
            #expect(ticked.details.checklist.items.map(\.isDone) == [false, expected == nil])
            #expect(ticked.isPlaceWatched == (expected == nil))
        }
    }

    @Test("Leaving the place is told once, and not after the completion")
    func movement() throws {
        let home = try Place(latitude: 52.5, longitude: 13.4)
        let garden = try Place(latitude: 52.5001, longitude: 13.4)
        let away = try Place(latitude: 52.501, longitude: 13.4)
        let reminder = try scene.reminder(by: scene.mother, for: scene.child, place: home)
        var watched = reminder
        let reports = [garden, away, away].map { watched.report(position: $0) }
        #expect(reports.map { $0 != nil } == [false, true, false])
        #expect(abs((reports[1] ?? 0) - 111.2) < 0.1)
        #expect(watched.place == home)
        var completed = reminder
        try completed.complete(by: scene.child, at: scene.now)
        let afterwards = completed.report(position: away)
        #expect(afterwards == nil)
        var without = try scene.reminder(by: scene.mother, for: scene.child)
        let anywhere = without.report(position: away)
        #expect(anywhere == nil)
    }
}
