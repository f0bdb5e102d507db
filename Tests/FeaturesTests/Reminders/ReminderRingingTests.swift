import AlarmCore
import AlarmWire
import Engine
import RelayTesting
import Storage
import TestSupport
import Testing

@Suite("What a reminder does when its time comes")
struct ReminderRingingTests {
    private func snooze(_ home: FamilyScene, _ id: ReminderID, until: Instant? = nil) async throws -> ReminderView {
        let kim = home.kim
        return try await home.scene.ask { try $0.snoozeReminder(id, ReminderSnooze(until: until), by: kim) }
    }

    @Test("The assignee is told 3, 2 and 1 minutes before, and rung when it is due")
    func notices() async throws {
        let home = try await FamilyScene()
        try await home.remind()
        var seen: [[Stage]] = []
        for span in [Span.seconds(57 * 60 - 1), .seconds(1), .minutes(1), .minutes(1), .minutes(1)] {
            home.scene.channel.forget()
            try await home.scene.pass(span)
            seen.append(home.scene.channel.stages)
        }
        #expect(seen == [[], [.reminderSoon], [.reminderSoon], [.reminderSoon], [.ring]])
        #expect(try await Set(home.told(.reminderSoon)) == [home.kim.id])
        #expect(try await home.told(.ring) == [home.kim.id])
    }

    @Test("The creator hears after 30 minutes that it was not completed, and nobody else")
    func unfinished() async throws {
        let home = try await FamilyScene()
        let view = try await home.remind(by: home.ben)
        try await home.scene.pass(.seconds(90 * 60 - 1))
        #expect(try await home.told(.unfinished).isEmpty)
        try await home.scene.pass(.seconds(1))
        #expect(try await home.told(.unfinished) == [home.ben.id])
        #expect(try await home.show(view.reminder.id, for: home.ana).reminder.status == .open)
    }

    @Test("A phone that only stops its sound does not complete it")
    func dismissed() async throws {
        let home = try await FamilyScene()
        let view = try await home.remind()
        let alarm = try #require(view.alarm)
        try await home.scene.pass(.hours(1))
        try await home.scene.report(.dismissed, of: alarm, from: home.kim)
        #expect(try await home.show(view.reminder.id, for: home.kim).reminder.status == .open)
        try await home.scene.pass(.minutes(30))
        #expect(try await home.told(.unfinished) == [home.ana.id])
    }

    @Test("A notice that was put away takes nothing from the ring")
    func noticeDismissed() async throws {
        let home = try await FamilyScene()
        let tablet = try await home.scene.addDevice(besides: home.kim)
        let alarm = try #require(try await home.remind().alarm)
        try await home.scene.pass(.minutes(58))
        try await home.scene.report(.dismissed, of: alarm, from: home.kim)
        try await home.scene.pass(.minutes(2))
        #expect(try await Set(home.told(.ring)) == [home.kim.id, tablet.id])
        #expect(try await home.told(.cancel).isEmpty)
    }

    @Test("A snooze rings again, and the creator hears of it later by as much")
    func snoozed() async throws {
        let home = try await FamilyScene()
        let id = try await home.remind().reminder.id
        try await home.scene.pass(.hours(1))
        let view = try await snooze(home, id)
        #expect(view.snoozedUntil == home.scene.now + .minutes(9))
        try await home.scene.pass(.minutes(9))
        #expect(try await home.told(.ring) == [home.kim.id, home.kim.id])
        try await home.scene.pass(.seconds(30 * 60 - 1))
        #expect(try await home.told(.unfinished).isEmpty)
        try await home.scene.pass(.seconds(1))
        #expect(try await home.told(.unfinished) == [home.ana.id])
    }

    @Test("Nobody puts it off further than the family allows, in all")
    func snoozeLimit() async throws {
        let home = try await FamilyScene(snoozeLimit: .minutes(20))
        let view = try await home.remind()
        let id = view.reminder.id
        try await home.scene.pass(.hours(1))
        let latest = view.reminder.due + .minutes(20)
        try await expectProblem(.conflict) { try await snooze(home, id, until: latest + .seconds(1)) }
        #expect(try await snooze(home, id).snoozedUntil == view.reminder.due + .minutes(9))
        try await home.scene.pass(.minutes(15))
        #expect(try await snooze(home, id).snoozedUntil == latest)
        try await home.scene.pass(.minutes(5))
        try await expectProblem(.conflict) { try await snooze(home, id) }
    }

    @Test("The limit holds for what a phone reports as well")
    func reportedSnooze() async throws {
        let home = try await FamilyScene(snoozeLimit: .minutes(5))
        let view = try await home.remind()
        let alarm = try #require(view.alarm)
        try await home.scene.pass(.hours(1))
        let answer = try await home.scene.report(
            .snoozed,
            of: alarm,
            from: home.kim,
            until: home.scene.now + .hours(3)
        )
        #expect(answer.snoozedUntil == view.reminder.due + .minutes(5))
        #expect(try await home.scene.row(alarm).alarm.base == view.reminder.due + .minutes(5))
        try await home.scene.pass(.minutes(5))
        try await expectProblem(.conflict) { try await home.scene.report(.snoozed, of: alarm, from: home.kim) }
    }

    @Test("Before it has been due it is not put off, whichever way it is asked")
    func early() async throws {
        let home = try await FamilyScene()
        let view = try await home.remind()
        let alarm = try #require(view.alarm)
        // The first notice has come, two minutes before due.
        try await home.scene.pass(.minutes(58))
        try await expectProblem(.conflict) { try await snooze(home, view.reminder.id) }
        try await expectProblem(.conflict) { try await home.scene.report(.snoozed, of: alarm, from: home.kim) }
        try await home.scene.pass(.minutes(2))
        #expect(try await home.told(.ring) == [home.kim.id])
        #expect(try await snooze(home, view.reminder.id).snoozedUntil == home.scene.now + .minutes(9))
        // Once put off, it can be put off again before it rings.
        #expect(try await snooze(home, view.reminder.id).snoozedUntil == home.scene.now + .minutes(9))
    }

    @Test("Only the assignee puts it off, and only what is open and rings")
    func whoSnoozes() async throws {
        let home = try await FamilyScene()
        let id = try await home.remind().reminder.id
        let ana = home.ana
        try await expectProblem(.notAllowed) {
            try await home.scene.engine.write { try $0.snoozeReminder(id, ReminderSnooze(), by: ana) }
        }
        try await home.complete(id, by: home.kim)
        try await expectProblem(.conflict) { try await snooze(home, id) }
    }
}
