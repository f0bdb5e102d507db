import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("Reminders of a parent who leaves the family")
struct HandingOverTests {
    private func remove(_ leaver: Device, heir: Device?, _ home: FamilyFixture) async throws {
        let (family, heir) = (home.family.id, heir?.person)
        _ = try await home.fixture.engine.write {
            try $0.circles.removeMember(leaver.person, of: family, handingOverTo: heir, by: leaver)
        }
    }

    @Test("Without an heir they are deleted, and nothing rings")
    func deleted() async throws {
        let home = try await FamilyFixture()
        try await home.remind(by: home.ben)
        try await remove(home.ben, heir: nil, home)
        #expect(try await home.list(for: home.kim).reminders.isEmpty)
        try await home.fixture.pass(.hours(2))
        #expect(try await home.told(.ring).isEmpty)
    }

    @Test("An heir takes them over: they ring at their time, and the heir hears if they are not done")
    func handedOver() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind(by: home.ben)
        let daily = try await home.set(
            ReminderRequest(
                assignee: home.lea.person,
                title: "Violin",
                time: .days(
                    try SelectedDays(
                        Weekday.allCases,
                        start: try #require(LocalDate(year: 2027, month: 1, day: 16)),
                        time: try #require(LocalTime(hour: 7, minute: 30)),
                        timeZone: "Europe/Berlin"
                    )
                )
            ),
            by: home.ben
        )
        let own = try await home.remind(for: home.ben, by: home.ben)
        try await remove(home.ben, heir: home.ana, home)
        let left = try await home.list(for: home.ana).reminders
        #expect(left.map(\.reminder.id) == [view.reminder.id, daily.reminder.id])
        #expect(left.allSatisfy { $0.reminder.creator == home.ana.person && $0.alarm != nil })
        #expect(!left.contains { $0.reminder.id == own.reminder.id })
        try await home.fixture.pass(.hours(2))
        #expect(try await Set(home.told(.ring)) == [home.kim.id])
        #expect(try await home.told(.unfinished) == [home.ana.id])
        try await home.fixture.pass(until: daily.reminder.due)
        #expect(try await Set(home.told(.ring)) == [home.kim.id, home.lea.id])
        try await home.complete(view.reminder.id, by: home.ana)
    }

    private func mute(_ sender: Device, for receiver: Device, _ home: FamilyFixture) async throws {
        let name = CircleID(high: sender.person.high, low: sender.person.low)
        let _: ConsentMessage = try await home.fixture.ask {
            try $0.consents.set(for: name, to: ConsentMessage(Consent(isMuted: true)), by: receiver)
        }
    }

    @Test("What a mute of the leaver kept from ringing, and is overdue, stays open and silent; what is to come rings")
    func declined() async throws {
        let home = try await FamilyFixture()
        let overdue = try await home.remind(by: home.ben)
        let coming = try await home.remind(by: home.ben, at: home.fixture.now + .hours(2))
        try await mute(home.ben, for: home.kim, home)
        try await home.fixture.pass(until: overdue.reminder.due + .minutes(10))
        try await remove(home.ben, heir: home.ana, home)
        let left = try await home.show(overdue.reminder.id, for: home.ana)
        #expect((left.alarm, left.reminder.status) == (nil, .open))
        try await home.fixture.pass(until: coming.reminder.due - .seconds(1))
        #expect(try await home.told(.ring).isEmpty)
        try await home.fixture.pass(until: coming.reminder.due)
        #expect(try await home.told(.ring) == [home.kim.id])
    }

    @Test("What is put off rings again at the end of its snooze, and not before")
    func putOff() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind(by: home.ben)
        let (id, due, kim) = (view.reminder.id, view.reminder.due, home.kim)
        try await home.fixture.pass(until: due)
        let end = due + .minutes(5)
        let _: ReminderView = try await home.fixture.ask {
            try $0.reminders.snooze(id, ReminderSnooze(until: end), by: kim)
        }
        try await home.fixture.pass(.minutes(1))
        try await remove(home.ben, heir: home.ana, home)
        let alarm = try #require(try await home.show(id, for: home.ana).alarm)
        let shown = try await home.fixture.view(alarm, for: home.ana)
        #expect((shown.state, shown.time, shown.snoozedUntil, shown.snoozes) == (.snoozed, due, end, 1))
        try await home.fixture.pass(until: end - .seconds(1))
        #expect(try await home.told(.ring) == [kim.id], "it rang when it was due")
        try await home.fixture.pass(until: end)
        #expect(try await home.told(.ring) == [kim.id, kim.id])
        try await home.fixture.pass(until: end + .minutes(31))
        #expect(try await home.told(.unfinished) == [home.ana.id])
    }

    @Test("What no longer sounds stays silent, and the heir hears if it is not done")
    func soundOff() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind(by: home.ben)
        let (due, former) = (view.reminder.due, try #require(view.alarm))
        try await home.fixture.pass(until: due)
        try await home.fixture.report(.dismissed, of: former, from: home.kim)
        try await home.fixture.pass(.minutes(1))
        try await remove(home.ben, heir: home.ana, home)
        let synced = try await home.fixture.synchronise(home.kim).alarms
        #expect(synced.map(\.isSoundOff) == [true])
        #expect(synced.map(\.time) == [due])
        try await home.fixture.pass(until: due + .minutes(31))
        #expect(try await home.told(.ring) == [home.kim.id], "it rang when it was due")
        #expect(try await home.told(.noAnswerYet) == [home.ana.id])
        #expect(try await home.told(.unfinished) == [home.ana.id])
    }

    @Test("What rings goes on where it is: it rings once more, and its steps come when they would have come")
    func ringing() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind(by: home.ben)
        let due = view.reminder.due
        try await home.fixture.pass(until: due + .seconds(510))
        let before = try await home.told(.ring).count
        try await remove(home.ben, heir: home.ana, home)
        try await home.fixture.catchUp()
        #expect(try await home.told(.ring).count == before + 1)
        try await home.fixture.pass(until: due + .seconds(599))
        #expect(try await home.told(.ring).count == before + 2)
        #expect(try await home.told(.noAnswerYet).isEmpty)
        try await home.fixture.pass(until: due + .minutes(10))
        #expect(try await home.told(.noAnswerYet) == [home.ana.id])
        try await home.fixture.pass(until: due + .hours(1))
        #expect(try await home.told(.ring).count == 19, "18, and one more")
        #expect(try await home.told(.unfinished) == [home.ana.id])
    }

    @Test("What is done after that is in the heir's history, by the alarm that rang for it last")
    func done() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind(by: home.ben)
        let id = view.reminder.id
        try await home.fixture.pass(until: view.reminder.due)
        #expect(try await home.show(id, for: home.kim).lastAlarm == nil)
        try await remove(home.ben, heir: home.ana, home)
        let alarm = try #require(try await home.show(id, for: home.ana).alarm)
        #expect(alarm != view.alarm)
        try await home.complete(id, by: home.kim)
        let done = try #require(try await home.list(for: home.ana).reminders.first { $0.reminder.id == id })
        #expect((done.alarm, done.lastAlarm) == (nil, alarm))
        let past = try await home.fixture.view(alarm, for: home.ana).last
        #expect((past?.time, past?.ending, past?.by) == (view.reminder.due, .answered, home.kim.person))
    }

    @Test("Whoever has muted the heir is not rung from then on")
    func mutedHeir() async throws {
        let home = try await FamilyFixture()
        let ringing = try await home.remind(by: home.ben)
        let coming = try await home.remind(by: home.ben, at: home.fixture.now + .hours(2))
        try await mute(home.ana, for: home.kim, home)
        try await home.fixture.pass(until: ringing.reminder.due)
        try await remove(home.ben, heir: home.ana, home)
        for id in [ringing, coming].map(\.reminder.id) {
            #expect(try await home.show(id, for: home.kim).alarm == nil)
        }
        try await home.fixture.pass(until: coming.reminder.due + .minutes(5))
        #expect(try await home.told(.ring) == [home.kim.id], "it rang before")
    }

    /// Who is said to have set the alarms that are set for a child.
    private func setters(of child: Device, _ home: FamilyFixture) async throws -> [PersonID?] {
        try await home.fixture.synchronise(child).alarms.map(\.clear?.by)
    }

    private func request(_ title: String, for child: Device, _ home: FamilyFixture) -> ReminderRequest {
        ReminderRequest(
            assignee: child.person,
            title: title,
            time: .once(AlarmTime(home.fixture.now + .hours(1)), timeZone: nil)
        )
    }

    @Test("Whoever changed a reminder last is named as having set it, for another child as well")
    func changed() async throws {
        let home = try await FamilyFixture()
        let id = try await home.set(request("Violin", for: home.kim, home), by: home.ana).reminder.id
        #expect(try await setters(of: home.kim, home) == [home.ana.person])
        _ = try await home.change(id, request("Cello", for: home.kim, home), by: home.ben)
        #expect(try await setters(of: home.kim, home) == [home.ben.person])
        let handed = try await home.change(id, request("Cello", for: home.lea, home), by: home.ben)
        #expect(handed.reminder.creator == home.ana.person, "the consent to its creator counts as before")
        #expect(try await setters(of: home.lea, home) == [home.ben.person])
        _ = try await home.change(id, request("Violin", for: home.lea, home), by: home.ana)
        #expect(try await setters(of: home.lea, home) == [home.ana.person])
    }

    @Test("An heir is not said to have set what they took over, unless they change it")
    func namedAfterwards() async throws {
        let home = try await FamilyFixture()
        let id = try await home.set(request("Violin", for: home.kim, home), by: home.ben).reminder.id
        try await remove(home.ben, heir: home.ana, home)
        #expect(try await setters(of: home.kim, home) == [home.ben.person], "whom no device names any more")
        _ = try await home.change(id, request("Violin", for: home.kim, home), by: home.ana)
        #expect(try await setters(of: home.kim, home) == [home.ana.person])
    }

    @Test("Only a parent who stays can be the heir")
    func whoInherits() async throws {
        let home = try await FamilyFixture()
        for heir in [home.kim, home.ben] {
            try await expectProblem(.malformed) { try await remove(home.ben, heir: heir, home) }
        }
        #expect(try await home.fixture.circle(home.family.id, for: home.ana).members.count == 4)
    }
}
