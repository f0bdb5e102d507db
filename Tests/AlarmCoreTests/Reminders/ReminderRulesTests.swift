import AlarmCore
import Testing

@Suite("Permissions on a reminder")
struct ReminderRulesTests {
    private let fixture = ReminderFixture()

    @Test("Only a parent of the circle is a parent here")
    func roles() {
        for role in Role.allCases {
            let membership = Membership(person: fixture.child.person, role: role, since: fixture.now)
            #expect(ReminderMember(membership).isParent == (role == .parent))
        }
    }

    @Test("Parents set reminders for anybody, children for themselves only")
    func creating() throws {
        for assignee in fixture.everybody {
            #expect(try fixture.reminder(by: fixture.mother, for: assignee).assignee == assignee.person)
            let refused = refusal { try fixture.reminder(by: fixture.child, for: assignee) }
            #expect(refused == (assignee == fixture.child ? nil : .notForOthers))
        }
    }

    @Test("Only the creator and the parents edit and delete")
    func changing() throws {
        let details = try fixture.details(for: fixture.child, title: "Feed the dog")
        for (creator, permitted) in [
            (fixture.mother, [fixture.mother, fixture.father]),
            (fixture.child, [fixture.mother, fixture.father, fixture.child]),
        ] {
            let reminder = try fixture.reminder(by: creator, for: fixture.child)
            for member in fixture.everybody {
                let expected: ReminderError? = permitted.contains(member) ? nil : .notYoursToChange
                #expect(refusal { try ReminderRules.requireDeleting(reminder, by: member) } == expected)
                var edited = reminder
                #expect(refusal { try edited.edit(details, due: fixture.now, by: member) } == expected)
                #expect((edited.details == details) == (expected == nil))
                #expect((edited.due == fixture.now) == (expected == nil))
            }
        }
    }

    @Test("A child cannot hand its own reminder to somebody else, nor speak to whom a parent handed it")
    func handing() throws {
        var reminder = try fixture.reminder(by: fixture.child, for: fixture.child)
        let details = try fixture.details(for: fixture.sibling)
        #expect(refusal { try reminder.edit(details, due: fixture.now, by: fixture.child) } == .notForOthers)
        #expect(reminder.assignee == fixture.child.person)
        try reminder.edit(details, due: fixture.now, by: fixture.father)
        #expect(reminder.assignee == fixture.sibling.person)
        let other = try fixture.details(for: fixture.sibling, title: "Water the plants")
        #expect(refusal { try reminder.edit(other, due: fixture.now, by: fixture.child) } == .notForOthers)
        try reminder.edit(fixture.details(for: fixture.child), due: fixture.now, by: fixture.child)
        #expect(reminder.assignee == fixture.child.person)
    }

    @Test("Only the creator and the assignee complete, no other parent")
    func completing() throws {
        let reminder = try fixture.reminder(by: fixture.mother, for: fixture.child)
        for member in fixture.everybody {
            var completed = reminder
            let isParty = [fixture.mother, fixture.child].contains(member)
            let refused = refusal { try completed.complete(by: member, at: fixture.now) }
            #expect(refused == (isParty ? nil : .notYoursToComplete))
            #expect(completed.status == (isParty ? .completed : .open))
            #expect(completed.completion?.by == (isParty ? member.person : nil))
        }
    }

    @Test("Completing twice changes nothing, and another person comes too late")
    func completingTwice() throws {
        var reminder = try fixture.reminder(by: fixture.mother, for: fixture.child)
        try reminder.complete(by: fixture.child, at: fixture.now)
        let completed = reminder
        try reminder.complete(by: fixture.child, at: fixture.now + .seconds(5))
        #expect(reminder == completed)
        #expect(refusal { try reminder.complete(by: fixture.mother, at: fixture.now) } == .completed)
    }

    @Test("A completed reminder is frozen, and can still be deleted")
    func frozen() throws {
        var reminder = try fixture.reminder(by: fixture.mother, for: fixture.child)
        try reminder.complete(by: fixture.child, at: fixture.now)
        let frozen = reminder
        let details = try fixture.details(for: fixture.child)
        #expect(refusal { try reminder.edit(details, due: fixture.now, by: fixture.mother) } == .completed)
        #expect(refusal { try reminder.mark(0, done: true, by: fixture.child) } == .completed)
        #expect(refusal { try reminder.setPlace(nil, by: fixture.child) } == .completed)
        #expect(reminder == frozen)
        #expect(refusal { try ReminderRules.requireDeleting(reminder, by: fixture.mother) } == nil)
    }

    @Test("A completion can be undone for 30 seconds, by anyone who could complete")
    func undoing() throws {
        var reminder = try fixture.reminder(by: fixture.mother, for: fixture.child)
        let open = reminder
        try reminder.complete(by: fixture.child, at: fixture.now)
        let late = fixture.now + .seconds(30)
        #expect(refusal { try reminder.undoCompletion(by: fixture.father, at: fixture.now) } == .notYoursToComplete)
        #expect(refusal { try reminder.undoCompletion(by: fixture.child, at: late) } == .undoOver)
        try reminder.undoCompletion(by: fixture.mother, at: late - .milliseconds(1))
        #expect(reminder == open)
        try reminder.undoCompletion(by: fixture.mother, at: late)
        #expect(reminder == open)
    }

    @Test("Creator, assignee and parents tick items and set the place")
    func ticking() throws {
        let reminder = try fixture.reminder(by: fixture.child, for: fixture.child)
        let home = try Place(latitude: 52.5, longitude: 13.4)
        for member in fixture.everybody {
            var ticked = reminder
            let expected: ReminderError? = member == fixture.sibling ? .notYoursToTick : nil
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
        let reminder = try fixture.reminder(by: fixture.mother, for: fixture.child, place: home)
        var watched = reminder
        let reports = [garden, away, away].map { watched.report(position: $0, at: fixture.now) }
        #expect(reports.map { $0 != nil } == [false, true, false])
        #expect(abs((reports[1] ?? 0) - 111.2) < 0.1)
        #expect(watched.place == home)
        var completed = reminder
        try completed.complete(by: fixture.child, at: fixture.now)
        let afterwards = completed.report(position: away, at: fixture.now)
        #expect(afterwards == nil)
        var without = try fixture.reminder(by: fixture.mother, for: fixture.child)
        let anywhere = without.report(position: away, at: fixture.now)
        #expect(anywhere == nil)
    }

    @Test("Leaving the place before or after the time for it is told to nobody")
    func placeTime() throws {
        let home = try Place(latitude: 52.5, longitude: 13.4)
        let away = try Place(latitude: 52.501, longitude: 13.4)
        let begin = fixture.now + .hours(1)
        let time = try #require(PlaceTime(from: begin, until: begin + .hours(2)))
        var reminder = try fixture.reminder(by: fixture.mother, for: fixture.child)
        try reminder.setPlace(home, during: time, by: fixture.mother)
        for instant in [fixture.now, begin - .seconds(1), begin + .hours(2)] {
            let report = reminder.report(position: away, at: instant)
            #expect(report == nil)
        }
        let told = reminder.report(position: away, at: begin + .minutes(5))
        #expect(told != nil)
        #expect(PlaceTime(from: begin, until: begin) == nil)
        #expect(PlaceTime(from: nil, until: nil) == nil)
    }
}
