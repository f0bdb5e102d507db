import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing
import Wording

@Suite("Ringing of a reminder")
struct ReminderRingingTests {
    private func snooze(_ home: FamilyFixture, _ id: ReminderID, until: Instant? = nil) async throws -> ReminderView {
        let kim = home.kim
        return try await home.fixture.ask { try $0.reminders.snooze(id, ReminderSnooze(until: until), by: kim) }
    }

    @Test("The assignee is told 3, 2 and 1 minutes before, and rung when it is due")
    func notices() async throws {
        let home = try await FamilyFixture()
        try await home.remind()
        var seen: [[Stage]] = []
        for span in [Span.seconds(57 * 60 - 1), .seconds(1), .minutes(1), .minutes(1), .minutes(1)] {
            home.fixture.channel.forget()
            try await home.fixture.pass(span)
            seen.append(home.fixture.channel.stages)
        }
        #expect(seen == [[], [.reminderSoon], [.reminderSoon], [.reminderSoon], [.ring]])
        #expect(try await Set(home.told(.reminderSoon)) == [home.kim.id])
        #expect(try await home.told(.ring) == [home.kim.id])
    }

    @Test("A silent phone rings as for an alarm; after 10 minutes and after 30 all parents hear that it is not done")
    func unfinished() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind(by: home.ben)
        let parents = Set([home.ana.id, home.ben.id])
        try await home.fixture.pass(until: view.reminder.due + .seconds(10 * 60 - 1))
        #expect(try await home.told(.ring).count == 10)
        #expect(try await home.told(.noAnswerYet).isEmpty)
        try await home.fixture.pass(.seconds(1))
        #expect(try await Set(home.told(.noAnswerYet)) == parents)
        try await home.fixture.pass(until: view.reminder.due + .seconds(30 * 60 - 1))
        #expect(try await home.told(.ring) == Array(repeating: home.kim.id, count: 18))
        #expect(try await home.told(.unfinished).isEmpty)
        try await home.fixture.pass(.hours(2))
        let told = try await home.told(.unfinished)
        #expect(Set(told) == parents)
        #expect(told.count == 2)
        #expect(try await home.told(.noAnswerYet).count == 2)
        #expect(try await home.told(.ring).count == 18)
        #expect(try await home.show(view.reminder.id, for: home.ana).reminder.status == .open)
    }

    @Test("A phone that only stops its sound does not complete it")
    func dismissed() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind()
        let alarm = try #require(view.alarm)
        try await home.fixture.pass(.hours(1))
        try await home.fixture.report(.dismissed, of: alarm, from: home.kim)
        #expect(try await home.show(view.reminder.id, for: home.kim).reminder.status == .open)
        try await home.fixture.pass(.minutes(30))
        #expect(try await home.told(.ring) == [home.kim.id])
        #expect(try await Set(home.told(.unfinished)) == [home.ana.id, home.ben.id])
    }

    @Test("A parent who does not do what a parent set for them is not told so; the others are")
    func forParent() async throws {
        let home = try await FamilyFixture()
        try await home.remind(for: home.ben, by: home.ana)
        try await home.fixture.pass(.hours(2))
        #expect(try await home.told(.noAnswerYet) == [home.ana.id])
        #expect(try await home.told(.unfinished) == [home.ana.id])
    }

    @Test("What is completed in time is told to nobody as not done")
    func completedInTime() async throws {
        let home = try await FamilyFixture()
        let id = try await home.remind().reminder.id
        try await home.fixture.pass(.minutes(65))
        try await home.complete(id, by: home.kim)
        try await home.fixture.pass(.hours(1))
        #expect(try await home.told(.noAnswerYet).isEmpty)
        #expect(try await home.told(.unfinished).isEmpty)
    }

    @Test("A notice offers to set the place only where none is set, and has the title that the relay may read")
    func noticeWords() async throws {
        let home = try await FamilyFixture()
        try await home.remind()
        try await home.remind("Stay there", place: try Place(latitude: 52.5, longitude: 13.4))
        try await home.fixture.pass(.minutes(57))
        let texts = home.fixture.channel.sent.map { String(decoding: $0.payload, as: UTF8.self) }
        let placed = try #require(texts.first { $0.contains(#""title":"Stay there""#) })
        #expect(placed.contains(#""body":"A reminder is due in"#))
        #expect(!placed.contains("set its place"))
        #expect(texts.contains { $0.contains(#""title":"Pack the satchel""#) && $0.contains("set its place") })
    }

    private func bodies(_ home: FamilyFixture) -> [String] {
        home.fixture.channel.sent.map { String(decoding: $0.payload, as: UTF8.self) }
    }

    @Test("A notice that is sent a second late still speaks of whole minutes")
    func noticeMinutes() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind()
        try await home.fixture.pass(until: view.reminder.due - .minutes(3) - .seconds(1))
        home.fixture.clock.advance(by: .seconds(2))
        try await home.fixture.catchUp()
        let texts = bodies(home)
        #expect(!texts.isEmpty && texts.allSatisfy { $0.contains("A reminder is due in 3 minutes.") }, "\(texts)")
    }

    @Test("The notices before the end of a snooze say that it rings again, and not that it is due or has no place")
    func noticesOfSnooze() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind()
        try await home.fixture.pass(until: view.reminder.due)
        let end = home.fixture.now + .minutes(5)
        _ = try await snooze(home, view.reminder.id, until: end)
        home.fixture.channel.forget()
        try await home.fixture.pass(until: end - .minutes(3))
        let texts = bodies(home)
        #expect(
            texts.contains { $0.contains("A reminder that was put off rings again in 3 minutes.") },
            "\(texts)"
        )
        #expect(!texts.contains { $0.contains("is due in") || $0.contains("set its place") })
    }

    @Test("A dismissed notice does not affect the ring", arguments: [Int64(120), 40])
    func noticeDismissed(ahead: Int64) async throws {
        let home = try await FamilyFixture()
        let tablet = try await home.fixture.addDevice(besides: home.kim)
        let alarm = try #require(try await home.remind().alarm)
        try await home.fixture.pass(.seconds(3600 - ahead))
        try await home.fixture.report(.dismissed, of: alarm, from: home.kim)
        try await home.fixture.pass(.seconds(ahead))
        #expect(try await Set(home.told(.ring)) == [home.kim.id, tablet.id])
        #expect(try await home.told(.cancel).isEmpty)
    }

    @Test("A snooze rings again, and the creator hears of it later by as much")
    func snoozed() async throws {
        let home = try await FamilyFixture()
        let id = try await home.remind().reminder.id
        try await home.fixture.pass(.hours(1))
        let view = try await snooze(home, id)
        #expect(view.snoozedUntil == home.fixture.now + .minutes(9))
        try await home.fixture.pass(.minutes(9))
        #expect(try await home.told(.ring) == [home.kim.id, home.kim.id])
        try await home.fixture.pass(.seconds(30 * 60 - 1))
        #expect(try await home.told(.unfinished).isEmpty)
        try await home.fixture.pass(.seconds(1))
        #expect(try await Set(home.told(.unfinished)) == [home.ana.id, home.ben.id])
    }

    @Test("Whoever hears that what was put off is not done reads when it was due, and until when it was put off")
    func unfinishedAfterSnooze() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind()
        try await home.fixture.pass(until: view.reminder.due)
        _ = try await snooze(home, view.reminder.id)
        let end = view.reminder.due + .minutes(9)
        let zone = home.fixture.engine.zones.rules(for: home.ana.timeZone) ?? .utc
        for span in [Span.minutes(10), .minutes(30)] {
            home.fixture.channel.forget()
            try await home.fixture.pass(until: end + span)
            let texts = bodies(home).filter { $0.contains("has not finished") }
            #expect(!texts.isEmpty && texts.allSatisfy { $0.contains("put off until") }, "\(texts)")
            for time in [view.reminder.due, end] {
                let words = TimeText.moment(time, in: zone, .english)
                #expect(texts.allSatisfy { $0.contains(words) }, "\(texts)")
            }
        }
    }

    @Test("Snoozes are limited to the family's total")
    func snoozeLimit() async throws {
        let home = try await FamilyFixture(snoozeLimit: .minutes(20))
        let view = try await home.remind()
        let id = view.reminder.id
        try await home.fixture.pass(.hours(1))
        let latest = view.reminder.due + .minutes(20)
        try await expectProblem(.conflict) { try await snooze(home, id, until: latest + .seconds(1)) }
        #expect(try await snooze(home, id).snoozedUntil == view.reminder.due + .minutes(9))
        try await home.fixture.pass(.minutes(15))
        #expect(try await snooze(home, id).snoozedUntil == latest)
        try await home.fixture.pass(.minutes(5))
        let over = try await expectProblem(.conflict) { try await snooze(home, id) }
        #expect(over.detail.contains("put off no further"))
    }

    @Test("A family that allows no snooze refuses the phone's too, and no time is named to which it could be put off")
    func noSnooze() async throws {
        let home = try await FamilyFixture(snoozeLimit: .zero)
        let view = try await home.remind()
        let alarm = try #require(view.alarm)
        try await home.fixture.pass(.hours(1))
        let requested = try await expectProblem(.conflict) { try await snooze(home, view.reminder.id) }
        let reported = try await expectProblem(.conflict) {
            try await home.fixture.report(.snoozed, of: alarm, from: home.kim)
        }
        for problem in [requested, reported] { #expect(problem.detail.contains("put off no further")) }
    }

    @Test("Completing a reminder and taking that back does not move the end of the last snooze, not even by the phone")
    func undoneBetween() async throws {
        let home = try await FamilyFixture(snoozeLimit: .minutes(30))
        let view = try await home.remind()
        let due = view.reminder.due
        try await home.fixture.pass(until: due + .minutes(20))
        try await home.complete(view.reminder.id, by: home.kim)
        let alarm = try #require(try await home.undo(view.reminder.id, by: home.kim).alarm)
        let answer = try await home.fixture.report(.snoozed, of: alarm, from: home.kim, until: due + .minutes(40))
        #expect(answer.snoozedUntil == due + .minutes(30))
    }

    @Test("The limit holds for what a phone reports as well")
    func reportedSnooze() async throws {
        let home = try await FamilyFixture(snoozeLimit: .minutes(5))
        let view = try await home.remind()
        let alarm = try #require(view.alarm)
        try await home.fixture.pass(.hours(1))
        let answer = try await home.fixture.report(
            .snoozed,
            of: alarm,
            from: home.kim,
            until: home.fixture.now + .hours(3)
        )
        #expect(answer.snoozedUntil == view.reminder.due + .minutes(5))
        #expect(try await home.fixture.row(alarm).alarm.base == view.reminder.due + .minutes(5))
        try await home.fixture.pass(.minutes(5))
        try await expectProblem(.conflict) { try await home.fixture.report(.snoozed, of: alarm, from: home.kim) }
    }

    @Test("It cannot be snoozed before it was due, by request or by receipt")
    func early() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind()
        let alarm = try #require(view.alarm)
        // The first notice has come, two minutes before due.
        try await home.fixture.pass(.minutes(58))
        try await expectProblem(.conflict) { try await snooze(home, view.reminder.id) }
        try await expectProblem(.conflict) { try await home.fixture.report(.snoozed, of: alarm, from: home.kim) }
        try await home.fixture.pass(.minutes(2))
        #expect(try await home.told(.ring) == [home.kim.id])
        #expect(try await snooze(home, view.reminder.id).snoozedUntil == home.fixture.now + .minutes(9))
        // A snoozed reminder can be snoozed again before it rings.
        #expect(try await snooze(home, view.reminder.id).snoozedUntil == home.fixture.now + .minutes(9))
    }

    @Test("Only the assignee snoozes it, and only while it is open and rings")
    func whoSnoozes() async throws {
        let home = try await FamilyFixture()
        let id = try await home.remind().reminder.id
        let ana = home.ana
        try await expectProblem(.notAllowed) {
            try await home.fixture.engine.write { try $0.reminders.snooze(id, ReminderSnooze(), by: ana) }
        }
        try await home.complete(id, by: home.kim)
        let done = try await expectProblem(.conflict) { try await snooze(home, id) }
        #expect(done.detail == "this reminder is done already: there is nothing to put off")
    }
}
