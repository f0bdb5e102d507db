import AlarmCore
import AlarmWire
import DeviceKit
import RelayTesting
import Testing

@Suite("System 4, family reminders: who may do what", .timeLimit(.minutes(10)))
struct FamilyReminderJourneyTests {
    @Test("Parents invite, change the family and make a child a parent; children do none of that")
    func roles() async throws {
        try await RelayJourney.with { journey in
            let home = try await FamilyFixture(journey)
            let (kim, lea) = (try await home.person(of: home.kim), try await home.person(of: home.lea))
            await expectRefusal(.notAllowed) {
                try await home.kim.createInvite(name: "Kim", purpose: .family, circle: home.id, role: .child)
            }
            await expectRefusal(.notAllowed) { try await home.kim.change(home.id, CircleChange(name: "Mine")) }
            await expectRefusal(.notAllowed) { try await home.kim.remove(lea, from: home.id) }
            await expectRefusal(.notAllowed) {
                try await home.kim.change(kim, of: home.id, MemberChange(role: .parent))
            }
            #expect(try await home.ben.change(home.id, CircleChange(name: "Hearth")).name == "Hearth")
            let raised = try await home.ben.change(kim, of: home.id, MemberChange(role: .parent))
            #expect(raised.members.map(\.role) == [.parent, .parent, .parent, .child])
            try await home.kim.remove(lea, from: home.id)
            #expect(try await home.lea.circles().isEmpty)
        }
    }

    @Test("A person is in one family at a time")
    func oneFamily() async throws {
        try await RelayJourney.with { journey in
            let home = try await FamilyFixture(journey)
            let second = CreateCircle(kind: .family, name: "Second")
            await expectRefusal(.conflict) { try await home.kim.createCircle(second) }
            let max = try await journey.phone()
            let other = try await max.createCircle(second)
            await expectRefusal(.conflict) {
                try await journey.relay.join(home.kim, called: "Kim", to: other, as: .child, invitedBy: max)
            }
            #expect(try await home.kim.circles().map(\.id) == [home.id])
            try await home.kim.leave(home.id)
            #expect(try await home.kim.createCircle(second).name == "Second")
        }
    }

    @Test("A family keeps at least one parent as long as anybody else is in it")
    func oneParent() async throws {
        try await RelayJourney.with { journey in
            let home = try await FamilyFixture(journey)
            let (ana, kim) = (try await home.person(of: home.ana), try await home.person(of: home.kim))
            try await home.ben.leave(home.id)
            await expectRefusal(.conflict) { try await home.ana.leave(home.id) }
            await expectRefusal(.conflict) {
                try await home.ana.change(ana, of: home.id, MemberChange(role: .child))
            }
            _ = try await home.ana.change(kim, of: home.id, MemberChange(role: .parent))
            try await home.ana.leave(home.id)
            #expect(try await home.kim.circle(home.id).members.map(\.role) == [.parent, .child])
        }
    }

    @Test("A reminder has a title, a due time, an assignee and a checklist that its people tick")
    func contents() async throws {
        try await RelayJourney.with { journey in
            let home = try await FamilyFixture(journey)
            let reminder = try await home.remind(items: ["books", "pens"])
            let seen = try await home.kim.reminder(reminder.id).reminder
            #expect(seen.details.title == "Pack the satchel")
            #expect(seen.due == journey.now + .hours(1))
            #expect(try await seen.assignee == home.person(of: home.kim))
            #expect(seen.details.checklist.items.map(\.text) == ["books", "pens"])
            _ = try await home.kim.mark(1, of: reminder.id)
            let ticked = try await home.ben.mark(2, of: reminder.id).reminder
            #expect(ticked.details.checklist.isDone)
            await expectRefusal(.notFound) { try await home.lea.mark(1, of: reminder.id, done: false) }
        }
    }

    @Test("Parents set reminders for anybody, children for themselves alone")
    func setting() async throws {
        try await RelayJourney.with { journey in
            let home = try await FamilyFixture(journey)
            _ = try await home.remind(for: home.ben, by: home.ana)
            _ = try await home.remind(for: home.lea, by: home.ben)
            _ = try await home.remind(for: home.kim, by: home.kim)
            await expectRefusal(.notAllowed) { try await home.remind(for: home.lea, by: home.kim) }
            await expectRefusal(.notAllowed) { try await home.remind(for: home.ana, by: home.kim) }
            let stranger = try await journey.phone()
            await expectRefusal(.notFound) {
                let time = ReminderRequest.Time.once(AlarmTime(journey.now + .hours(1)), timeZone: nil)
                return try await stranger.remind(ReminderRequest(title: "Hello", time: time), in: home.id)
            }
        }
    }

    @Test("Only its creator or a parent edits and deletes it, and only its creator or its assignee completes it")
    func changing() async throws {
        try await RelayJourney.with { journey in
            let home = try await FamilyFixture(journey)
            let reminder = try await home.remind()
            var change = ReminderRequest(reminder)
            change.title = "Pack both satchels"
            await expectRefusal(.notAllowed) { [change] in try await home.kim.change(reminder.id, to: change) }
            await expectRefusal(.notAllowed) { try await home.kim.deleteReminder(reminder.id) }
            let changed = try await home.ben.change(reminder.id, to: change).reminder
            #expect(changed.details.title == "Pack both satchels")
            await expectRefusal(.notAllowed) { try await home.ben.complete(reminder.id) }
            await expectRefusal(.notFound) { try await home.lea.complete(reminder.id) }
            #expect(try await home.kim.complete(reminder.id).reminder.status == .completed)
            let other = try await home.remind()
            #expect(try await home.ana.complete(other.id).reminder.status == .completed)
            let third = try await home.remind()
            try await home.ben.deleteReminder(third.id)
            await expectRefusal(.notFound) { try await home.kim.reminder(third.id) }
        }
    }

    @Test("A completed reminder is frozen: it can be deleted and nothing else")
    func frozen() async throws {
        try await RelayJourney.with { journey in
            let home = try await FamilyFixture(journey)
            let reminder = try await home.remind(items: ["books"])
            let done = try await home.kim.complete(reminder.id).reminder
            try await journey.pass(.seconds(30))
            await expectRefusal(.conflict) { try await home.ana.change(done.id, to: ReminderRequest(done)) }
            await expectRefusal(.conflict) { try await home.kim.mark(1, of: done.id) }
            await expectRefusal(.conflict) { try await home.kim.snooze(done.id) }
            let gate = try Place(latitude: 52.5163, longitude: 13.3777)
            await expectRefusal(.conflict) { try await home.ana.setPlace(of: done.id, to: gate) }
            await expectRefusal(.conflict) { try await home.kim.undoCompletion(of: done.id) }
            #expect(try await home.kim.reminder(done.id).reminder == done)
            try await journey.pass(.hours(2))
            #expect(await journey.stages(to: home.kim).isEmpty, "nothing rings for it")
            try await home.ana.deleteReminder(done.id)
            await expectRefusal(.notFound) { try await home.ana.reminder(done.id) }
        }
    }

    @Test("A list shows what is due, sorted by time, and leaves out what its filters exclude")
    func filters() async throws {
        try await RelayJourney.with { journey in
            let home = try await FamilyFixture(journey)
            let late = try await home.remind("late", in: .hours(3))
            let early = try await home.remind("early", in: .hours(1))
            let leas = try await home.remind("for Lea", for: home.lea, in: .hours(2))
            let done = try await home.remind("done", in: .hours(4))
            _ = try await home.kim.complete(done.id)
            let kim = try await home.person(of: home.kim)
            let now = journey.now
            func listed(_ filter: ReminderFilter) async throws -> [ReminderID] {
                try await home.ben.reminders(in: home.id, showing: filter).reminders.map(\.reminder.id)
            }
            #expect(try await listed(ReminderFilter()) == [early.id, leas.id, late.id, done.id])
            #expect(try await listed(ReminderFilter(status: .open)) == [early.id, leas.id, late.id])
            #expect(try await listed(ReminderFilter(status: .completed)) == [done.id])
            #expect(try await listed(ReminderFilter(assignee: kim)) == [early.id, late.id, done.id])
            let dates = try ReminderFilter(from: now + .hours(2), to: now + .hours(3))
            #expect(try await listed(dates) == [leas.id])
            let all = try ReminderFilter(status: .open, assignee: kim, from: now + .hours(2))
            #expect(try await listed(all) == [late.id])
        }
    }

    @Test("Page follows page by a cursor, even if reminders are set, done or deleted meanwhile")
    func pages() async throws {
        try await RelayJourney.with { journey in
            let home = try await FamilyFixture(journey)
            var set: [ReminderID] = []
            for hour in 1...5 { set.append(try await home.remind("\(hour)", in: .hours(Int64(hour))).id) }
            let open = try ReminderFilter(status: .open)
            let first = try await home.ana.reminders(in: home.id, showing: open, limit: 2)
            #expect(first.reminders.map(\.reminder.id) == [set[0], set[1]])
            let before = try await home.remind("before", in: .minutes(30))
            try await home.ana.deleteReminder(set[1])
            _ = try await home.kim.complete(set[2])
            let second = try await home.kim.reminders(in: home.id, showing: open, after: first.next, limit: 2)
            #expect(second.reminders.map(\.reminder.id) == [set[3], set[4]])
            #expect(second.next == nil)
            #expect(!second.reminders.map(\.reminder.id).contains(before.id))
        }
    }
}
