import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Synchronization
import Testing

@Suite("Reminders that recur, at the relay")
struct RecurringReminderTests {
    private func instant(_ text: String) throws -> Instant { try Instant(iso8601: text) }

    @Test("Every second week on two days, it rings at the same time on the clock before and after it is set forward")
    func daylight() async throws {
        let home = try await FamilyFixture()
        // Clocks in Berlin go forward on Sunday 2027-03-28.
        _ = try await home.remind(on: [.monday, .thursday], every: 2, from: "2027-03-15", at: "07:30:00")
        var rung: [String] = []
        for _ in 0..<5 {
            let before = try await home.rung().count
            while try await home.rung().count == before { try await home.fixture.pass(.minutes(30)) }
            rung.append(home.fixture.now.iso8601)
        }
        #expect(
            rung == [
                "2027-03-15T06:30:00Z", "2027-03-18T06:30:00Z", "2027-03-29T05:30:00Z", "2027-04-01T05:30:00Z",
                "2027-04-12T05:30:00Z",
            ]
        )
    }

    @Test("An uncompleted one stays until the next is near, and then becomes the next, without ticks")
    func lapsed() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind(on: Weekday.allCases, from: "2027-01-16", at: "07:30:00")
        let first = try instant("2027-01-16T06:30:00Z")
        #expect(view.reminder.due == first)
        try await home.fixture.pass(until: first + .hours(23))
        #expect(try await Set(home.told(.unfinished)) == [home.ana.id, home.ben.id])
        #expect(try await home.show(view.reminder.id, for: home.kim).reminder.due == first)
        try await home.fixture.pass(until: first + .days(1))
        #expect(try await home.show(view.reminder.id, for: home.kim).reminder.due == first + .days(1))
        #expect(try await home.rung() == [home.kim.id, home.kim.id])
    }

    @Test("After an outage over its next time, the parents hear of a reminder that was not done, and of which time")
    func outage() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind(on: Weekday.allCases, from: "2027-01-16", at: "07:30:00")
        let first = view.reminder.due
        try await home.fixture.pass(until: first)
        home.fixture.clock.advance(by: .hours(25))
        home.fixture.channel.forget()
        try await home.fixture.catchUp()
        #expect(try await Set(home.told(.noAnswer)) == [home.ana.id, home.ben.id])
        let pushes = home.fixture.channel.sent.map { String(decoding: $0.payload, as: UTF8.self) }
            .filter { $0.contains("has not finished the reminder that was due on Jan 16, 2027") }
        #expect(pushes.count == 2, "\(home.fixture.channel.stages)")
    }

    @Test("What is done before a parent could be told that it was missed is not told as undone")
    func doneBeforeTold() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind(on: Weekday.allCases, from: "2027-01-16", at: "07:30:00")
        try await home.fixture.pass(until: view.reminder.due)
        home.fixture.clock.advance(by: .hours(25))
        _ = try await home.fixture.scheduler.wakeDue()
        try await home.complete(view.reminder.id, by: home.kim)
        try await home.fixture.catchUp()
        #expect(try await home.told(.noAnswer).isEmpty)
    }

    @Test("Completed in time, it stays as it is, and the next time is a reminder of its own that rings")
    func completed() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind(on: Weekday.allCases, from: "2027-01-16", at: "07:30:00")
        let first = view.reminder.due
        try await home.fixture.pass(until: first + .minutes(5))
        let done = try await home.complete(view.reminder.id, by: home.kim)
        let next = try #require(done.next)
        try await home.fixture.pass(.minutes(1))
        #expect(try await home.list(ReminderFilter(status: .completed)).reminders.map(\.reminder.due) == [first])
        let open = try await home.list(ReminderFilter(status: .open)).reminders
        #expect(open.map(\.reminder.id) == [next])
        #expect(open.map(\.reminder.due) == [first + .days(1)])
        try await home.fixture.pass(until: first + .days(1))
        #expect(try await home.rung() == [home.kim.id, home.kim.id])
        #expect(try await home.told(.unfinished).isEmpty)
    }

    @Test("Completed late, what counts is the time that was due, not the next")
    func completedLate() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind(on: Weekday.allCases, from: "2027-01-16", at: "07:30:00")
        let first = view.reminder.due
        let alarm = try #require(view.alarm)
        try await home.fixture.pass(until: first + .hours(3))
        try await home.fixture.report(.completed, of: alarm, from: home.kim, revision: 1)
        let done = try await home.show(view.reminder.id, for: home.kim)
        #expect(done.reminder.due == first)
        #expect(done.reminder.status == .completed)
        let next = try #require(done.next)
        #expect(try await home.show(next, for: home.kim).reminder.due == first + .days(1))
    }

    @Test("While its person has paused the sender, its times pass in silence, and it rings again after the pause")
    func paused() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind(on: Weekday.allCases, from: "2027-01-16", at: "07:30:00")
        let (first, kim) = (view.reminder.due, home.kim)
        let ana = CircleID(high: home.ana.person.high, low: home.ana.person.low)
        let pause = ConsentMessage(Consent(pausedUntil: first + .hours(30)))
        let _: ConsentMessage = try await home.fixture.ask { try $0.consents.set(for: ana, to: pause, by: kim) }
        try await home.fixture.pass(until: first + .hours(47))
        #expect(try await home.told(.reminderSoon).isEmpty)
        #expect(try await home.told(.ring).isEmpty)
        try await home.fixture.pass(until: first + .days(2))
        #expect(try await home.rung() == [home.kim.id])
        #expect(try await home.told(.reminderSoon).count == 3)
    }

    /// A daily reminder that rings, and that Kim's pause for an hour then stops.
    private func stopped(in home: FamilyFixture) async throws -> ReminderView {
        let view = try await home.remind(on: Weekday.allCases, from: "2027-01-16", at: "07:30:00")
        let (due, kim) = (view.reminder.due, home.kim)
        try await home.fixture.pass(until: due)
        let ana = CircleID(high: home.ana.person.high, low: home.ana.person.low)
        let pause = ConsentMessage(Consent(pausedUntil: due + .hours(1)))
        let _: ConsentMessage = try await home.fixture.ask { try $0.consents.set(for: ana, to: pause, by: kim) }
        try await home.fixture.pass(until: due + .hours(2))
        return view
    }

    @Test("A pause while it rings stops it for this time, of which its creator hears, and it rings the next time")
    func stopped() async throws {
        let home = try await FamilyFixture()
        let view = try await stopped(in: home)
        #expect(try await home.told(.ring) == [home.kim.id])
        #expect(try await home.told(.cancel) == [home.kim.id])
        #expect(try await home.told(.declined) == [home.ana.id])
        #expect(try await home.told(.unfinished).isEmpty)
        let shown = try await home.show(view.reminder.id, for: home.kim)
        #expect(shown.reminder.due == view.reminder.due && shown.silence == nil && shown.alarm == view.alarm)
        try await home.fixture.pass(until: view.reminder.due + .days(1))
        #expect(try await home.rung() == [home.kim.id, home.kim.id])
    }

    @Test("Done after a pause stopped it, as a phone reports that had not heard of that, it counts for that time")
    func doneAfterStopped() async throws {
        let home = try await FamilyFixture()
        let view = try await stopped(in: home)
        let (due, alarm) = (view.reminder.due, try #require(view.alarm))
        try await home.fixture.report(.completed, of: alarm, from: home.kim, revision: 1)
        let done = try await home.show(view.reminder.id, for: home.kim)
        #expect(done.reminder.status == .completed && done.reminder.due == due)
        let next = try #require(done.next)
        #expect(try await home.show(next, for: home.kim).reminder.due == due + .days(1))
    }

    @Test("New rules of its zone move the reminder with its alarm, and the end of the last snooze with both")
    func newRules() async throws {
        let zones = try RenewedZones("Europe/Berlin", becoming: "Europe/Helsinki")
        let home = try await FamilyFixture(snoozeLimit: .minutes(5), zones: zones)
        let view = try await home.remind(on: Weekday.allCases, from: "2027-01-16", at: "07:30:00")
        let former = view.reminder.due
        zones.renew()
        _ = try await Housekeeper(engine: home.fixture.engine).followZones()
        let due = former - .hours(1)
        #expect(try await home.show(view.reminder.id, for: home.kim).reminder.due == due)
        try await home.fixture.pass(until: due + .minutes(1))
        #expect(try await home.rung() == [home.kim.id])
        let kim = home.kim
        func snooze(until: Instant?) async throws -> ReminderView {
            try await home.fixture.ask {
                try $0.reminders.snooze(view.reminder.id, ReminderSnooze(until: until), by: kim)
            }
        }
        try await expectProblem(.conflict) { try await snooze(until: due + .minutes(6)) }
        #expect(try await snooze(until: nil).snoozedUntil == due + .minutes(5))
    }

    @Test("Undone, the next time is forgotten and this one goes on")
    func undone() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind(on: Weekday.allCases, from: "2027-01-16", at: "07:30:00")
        let first = view.reminder.due
        try await home.fixture.pass(until: first - .minutes(30))
        try await home.complete(view.reminder.id, by: home.kim)
        #expect(try await home.list().reminders.count == 2)
        try await home.undo(view.reminder.id, by: home.kim)
        #expect(try await home.list().reminders.map(\.reminder.id) == [view.reminder.id])
        try await home.fixture.pass(until: first + .days(1))
        #expect(try await home.rung() == [home.kim.id, home.kim.id])
    }

    @Test("Completed ahead of time, it does not ring at that time")
    func ahead() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind(on: Weekday.allCases, from: "2027-01-16", at: "07:30:00")
        let first = view.reminder.due
        try await home.fixture.pass(until: first - .hours(1))
        try await home.complete(view.reminder.id, by: home.kim)
        try await home.fixture.pass(until: first + .hours(1))
        #expect(try await home.told(.ring).isEmpty)
        #expect(try await home.told(.reminderSoon).isEmpty)
    }
}

/// A zone whose rules become those of another one.
private final class RenewedZones: ChangingZones {
    private let name: String
    private let former: ZoneRules
    private let rules: Mutex<(all: [ZoneRules], version: Int)>

    init(_ name: String, becoming other: String) throws {
        let installed = ZoneDirectory()
        self.name = name
        former = try installed.zone(named: name)
        rules = Mutex(([former, try installed.zone(named: other)], 0))
    }

    /// Puts the new rules in force.
    func renew() { rules.withLock { $0.version = 1 } }

    func rules(for name: String) -> ZoneRules? {
        name == self.name ? rules.withLock { $0.all[$0.version] } : nil
    }

    var rulesVersion: String { "\(rules.withLock { $0.version })" }

    func replaceRules(at now: Instant) -> [String: ZoneRules] {
        rules.withLock { $0.version } == 0 ? [:] : [name: former]
    }
}
