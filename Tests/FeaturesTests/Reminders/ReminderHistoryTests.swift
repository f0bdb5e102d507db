import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("Which time of a reminder was done, by whom, and which was missed")
struct ReminderHistoryTests {
    private func weekly(_ home: FamilyFixture) async throws -> ReminderView {
        try await home.remind(on: [.saturday], from: "2027-01-16", at: "07:30:00")
    }

    @Test("The alarm of a weekly reminder that was done says so, and was not taken back", arguments: [true, false])
    func done(byCreator: Bool) async throws {
        let home = try await FamilyFixture()
        let view = try await weekly(home)
        let (first, alarm) = (view.reminder.due, try #require(view.alarm))
        try await home.fixture.pass(until: first + .minutes(5))
        let leo = byCreator ? home.ana : home.kim
        try await home.complete(view.reminder.id, by: leo)
        for device in [home.kim, home.ana] {
            let shown = try await home.fixture.view(alarm, for: device)
            #expect(shown.ending == .answered)
            #expect(
                shown.last == PastOccurrence(time: first, ending: .answered, at: first + .minutes(5), by: leo.person)
            )
        }
        try await home.delete(view.reminder.id, by: home.ana)
        let after = try await home.fixture.view(alarm, for: home.kim)
        #expect((after.ending, after.last?.time, after.last?.by) == (.answered, first, leo.person), "by its record")
    }

    @Test("Done after the next time began to be waited for, it was done for the time that was due")
    func doneLate() async throws {
        let home = try await FamilyFixture()
        let view = try await weekly(home)
        let (first, alarm) = (view.reminder.due, try #require(view.alarm))
        try await home.fixture.pass(until: first + .days(1))
        try await home.complete(view.reminder.id, by: home.kim)
        #expect(try await home.fixture.view(alarm, for: home.ana).last?.time == first)
    }

    @Test("A completion that was taken back is none")
    func undone() async throws {
        let home = try await FamilyFixture()
        for view in [try await weekly(home), try await home.remind()] {
            let alarm = try #require(view.alarm)
            try await home.complete(view.reminder.id, by: home.kim)
            try await home.undo(view.reminder.id, by: home.kim)
            #expect(try await home.fixture.view(alarm, for: home.kim).ending == .cancelled)
            try await home.delete(view.reminder.id, by: home.ana)
            #expect(try await home.fixture.view(alarm, for: home.kim).ending == .cancelled, "its record tells that")
        }
    }

    @Test("The next time's alarm, begun by a completion that was taken back, was not taken back itself")
    func undoneSuccessor() async throws {
        let home = try await FamilyFixture()
        let id = try await weekly(home).reminder.id
        let next = try #require(try await home.complete(id, by: home.kim).next)
        let alarm = try #require(try await home.show(next, for: home.kim).alarm)
        try await home.undo(id, by: home.kim)
        let shown = try await home.fixture.view(alarm, for: home.kim)
        #expect((shown.reminder, shown.ending, shown.isSetAnew) == (id, .cancelled, true))
        home.fixture.clock.advance(by: .seconds(3))
        try await home.complete(id, by: home.kim)
        #expect(try await home.fixture.view(alarm, for: home.kim).isSetAnew, "also once the reminder is done")
        let present = try #require(try await home.show(id, for: home.kim).next)
        #expect(present != next)
    }

    @Test("After a reminder is deleted its alarms still tell a completion that was taken back from the one that stood")
    func deleted() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind()
        let (due, first) = (view.reminder.due, try #require(view.alarm))
        try await home.fixture.pass(until: due + .minutes(1))
        try await home.complete(view.reminder.id, by: home.kim)
        let second = try #require(try await home.undo(view.reminder.id, by: home.kim).alarm)
        home.fixture.clock.advance(by: .seconds(3))
        try await home.complete(view.reminder.id, by: home.kim)
        let stood = PastOccurrence(time: due, ending: .answered, at: home.fixture.now, by: home.kim.person)
        try await home.delete(view.reminder.id, by: home.ana)
        #expect(try await home.fixture.view(first, for: home.kim).ending == .cancelled)
        #expect(try await home.fixture.view(second, for: home.kim).last == stood)
    }

    @Test("A reminder whose sound was turned off says so, to whoever set it as well, until it rings again")
    func soundOff() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind()
        let alarm = try #require(view.alarm)
        try await home.fixture.pass(until: view.reminder.due + .minutes(1))
        #expect(try await !home.fixture.view(alarm, for: home.ana).isSoundOff)
        try await home.fixture.report(.dismissed, of: alarm, from: home.kim)
        let silent = try await home.fixture.view(alarm, for: home.ana)
        #expect((silent.state, silent.isSoundOff) == (.ringing, true))
        #expect(try await home.fixture.synchronise(home.kim).alarms.map(\.isSoundOff) == [true])
        let (kim, end) = (home.kim, home.fixture.now + .minutes(2))
        let _: ReminderView = try await home.fixture.ask {
            try $0.reminders.snooze(view.reminder.id, ReminderSnooze(until: end), by: kim)
        }
        try await home.fixture.pass(until: end + .seconds(1))
        let again = try await home.fixture.view(alarm, for: home.ana)
        #expect((again.state, again.isSoundOff) == (.ringing, false))
        #expect(try await home.fixture.synchronise(home.kim).alarms.map(\.isSoundOff) == [false])
    }

    @Test("A time that nobody did is named, by the alarm and by the reminder that has moved on to the next")
    func missed() async throws {
        let home = try await FamilyFixture()
        let view = try await weekly(home)
        let (first, alarm) = (view.reminder.due, try #require(view.alarm))
        try await home.fixture.pass(until: first + .days(1))
        let past = try #require(try await home.fixture.view(alarm, for: home.kim).last)
        #expect((past.time, past.ending) == (first, .missed))
        #expect(try await home.show(view.reminder.id, for: home.ben).missed == nil, "it is overdue, and still open")
        try await home.fixture.pass(until: first + .days(7))
        let next = try await home.show(view.reminder.id, for: home.ben)
        #expect((next.reminder.due, next.missed) == (first + .days(7), first))
        #expect(try await home.list().reminders.map(\.missed) == [first])
    }

    @Test("Who took back that a time was done is named no more once the reminder has moved on to the next")
    func reopenedAndMissed() async throws {
        let home = try await FamilyFixture()
        let view = try await weekly(home)
        let (id, first) = (view.reminder.id, view.reminder.due)
        try await home.fixture.pass(until: first + .minutes(1))
        try await home.complete(id, by: home.kim)
        try await home.undo(id, by: home.ana)
        #expect(try await home.show(id, for: home.kim).reopenedBy == home.ana.person)
        try await home.fixture.pass(until: first + .days(7))
        let next = try await home.show(id, for: home.kim)
        #expect((next.reminder.due, next.missed != nil, next.reopenedBy) == (first + .days(7), true, nil))
    }

    @Test("The former alarm of a reminder that was set anew says so, and the present one when the reminder was due")
    func setAnew() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind(by: home.ben)
        let (id, due, first) = (view.reminder.id, view.reminder.due, try #require(view.alarm))
        try await home.fixture.pass(until: due + .minutes(1))
        let only = try await home.fixture.view(first, for: home.kim)
        #expect((only.reminder, only.isSetAnew, only.reminderDue) == (id, false, nil))
        try await home.complete(id, by: home.kim)
        let second = try #require(try await home.undo(id, by: home.kim).alarm)
        let former = try await home.fixture.view(first, for: home.kim)
        #expect((former.reminder, former.isSetAnew, former.reminderDue) == (id, true, nil))
        let present = try await home.fixture.view(second, for: home.kim)
        #expect((present.reminder, present.isSetAnew, present.reminderDue) == (id, false, due))
        let (ben, ana, family) = (home.ben, home.ana, home.family.id)
        _ = try await home.fixture.engine.write {
            try $0.circles.removeMember(ben.person, of: family, handingOverTo: ana.person, by: ben)
        }
        let third = try #require(try await home.show(id, for: home.kim).alarm)
        #expect(try await home.fixture.view(second, for: home.kim).isSetAnew)
        #expect(try await home.fixture.view(third, for: home.kim).reminderDue == due)
        try await home.complete(id, by: home.kim)
        #expect(try await home.fixture.view(second, for: home.kim).isSetAnew, "another alarm rang for what is done")
        #expect(try await !home.fixture.view(third, for: home.kim).isSetAnew)
        try await home.delete(id, by: home.ana)
        #expect(try await home.fixture.view(third, for: home.kim).reminder == nil)
    }

    @Test("A reminder that a consent kept from ringing was set anew once the consent is taken back, and not before")
    func consentTakenBack() async throws {
        let home = try await FamilyFixture()
        let first = try #require(try await home.remind().alarm)
        let (ana, kim) = (CircleID(high: home.ana.person.high, low: home.ana.person.low), home.kim)
        for consent in [Consent(isMuted: true), Consent()] {
            let _: ConsentMessage = try await home.fixture.ask {
                try $0.consents.set(for: ana, to: ConsentMessage(consent), by: kim)
            }
            let former = try await home.fixture.view(first, for: kim)
            #expect((former.ending, former.isSetAnew) == (.declined, !consent.isMuted))
        }
    }

    @Test("A reminder that is put off says until when, and how often it was, in its alarm")
    func snoozed() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind()
        let alarm = try #require(view.alarm)
        try await home.fixture.pass(until: view.reminder.due)
        let (kim, end) = (home.kim, home.fixture.now + .minutes(5))
        let _: ReminderView = try await home.fixture.ask {
            try $0.reminders.snooze(view.reminder.id, ReminderSnooze(until: end), by: kim)
        }
        let shown = try await home.fixture.view(alarm, for: home.ana)
        #expect((shown.snoozedUntil, shown.snoozes) == (end, 1))
    }
}
