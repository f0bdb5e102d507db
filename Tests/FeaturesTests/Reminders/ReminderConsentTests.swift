import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("Reminders from somebody who is muted")
struct ReminderConsentTests {
    private func mute(_ sender: Device, for receiver: Device, _ home: FamilyFixture) async throws {
        try await set(Consent(isMuted: true), to: sender, for: receiver, home)
    }

    private func set(
        _ consent: Consent,
        to sender: Device,
        for receiver: Device,
        _ home: FamilyFixture
    ) async throws {
        let name = CircleID(high: sender.person.high, low: sender.person.low)
        let _: ConsentMessage = try await home.fixture.ask {
            try $0.consents.set(for: name, to: ConsentMessage(consent), by: receiver)
        }
    }

    @Test("A mute that is taken back lets the muted parent's reminders ring again, once only and repeated")
    func takenBack() async throws {
        let home = try await FamilyFixture()
        let once = try await home.remind()
        let daily = try await home.remind(on: Weekday.allCases, from: "2027-01-16", at: "07:30:00")
        try await mute(home.ana, for: home.kim, home)
        for id in [once.reminder.id, daily.reminder.id] {
            #expect(try await home.show(id, for: home.kim).silence == .muted)
            #expect(try await home.show(id, for: home.ana).silence == .refused)
        }
        try await home.fixture.pass(.minutes(30))
        try await set(Consent(), to: home.ana, for: home.kim, home)
        for view in try await home.list(for: home.kim).reminders {
            #expect(view.silence == nil)
            #expect(view.alarm != nil)
        }
        try await home.fixture.pass(until: once.reminder.due)
        #expect(try await home.told(.ring) == [home.kim.id])
        try await home.complete(once.reminder.id, by: home.kim)
        try await home.fixture.pass(until: daily.reminder.due)
        #expect(try await home.told(.ring) == [home.kim.id, home.kim.id])
    }

    @Test("A pause that ends early, and wider hours, let a reminder ring again; each says why it was silent")
    func pauseAndHours() async throws {
        let home = try await FamilyFixture()
        let id = try await home.remind().reminder.id
        try await set(Consent(pausedUntil: home.fixture.now + .hours(5)), to: home.ana, for: home.kim, home)
        #expect(try await home.show(id, for: home.kim).silence == .paused)
        let evening = try #require(LocalTime(hour: 18, minute: 0))
        let night = try #require(LocalTime(hour: 21, minute: 0))
        let hours = Consent.Hours(from: evening, until: night)
        try await set(Consent(hours: hours), to: home.ana, for: home.kim, home)
        #expect(try await home.show(id, for: home.kim).silence == .hours)
        try await set(Consent(), to: home.ana, for: home.kim, home)
        #expect(try await home.show(id, for: home.kim).silence == nil)
        try await home.fixture.pass(.hours(1))
        #expect(try await home.told(.ring) == [home.kim.id])
    }

    @Test("A reminder outside a child's hours rings once the child is where the clocks put it within them")
    func travelled() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind()
        let zone = try #require(home.fixture.engine.zones.rules(for: "America/New_York"))
        func time(_ span: Span) -> LocalTime { zone.localDateTime(at: view.reminder.due + span).time }
        let hours = Consent.Hours(from: time(.minutes(-60)), until: time(.minutes(60)))
        try await set(Consent(hours: hours), to: home.ana, for: home.kim, home)
        #expect(try await home.show(view.reminder.id, for: home.kim).silence == .hours)
        let kim = home.kim
        let _: DeviceView = try await home.fixture.ask {
            try $0.devices.change(DeviceChange(timeZone: "America/New_York"), of: kim)
        }
        #expect(try await home.show(view.reminder.id, for: home.kim).silence == nil)
        try await home.fixture.pass(until: view.reminder.due)
        #expect(try await home.told(.ring) == [home.kim.id])
    }

    @Test("A reminder whose time passes while its parent is muted does not ring when the mute is taken back")
    func passed() async throws {
        let home = try await FamilyFixture()
        let id = try await home.remind().reminder.id
        try await mute(home.ana, for: home.kim, home)
        try await home.fixture.pass(.hours(2))
        try await set(Consent(), to: home.ana, for: home.kim, home)
        try await home.fixture.pass(.hours(2))
        #expect(try await home.told(.ring) == [])
        #expect(try await home.show(id, for: home.kim).reminder.status == .open)
    }

    @Test("A parent reads that the child takes none of theirs then, and not that the child took a reminder off")
    func words() async throws {
        let home = try await FamilyFixture()
        try await home.remind()
        try await mute(home.ana, for: home.kim, home)
        try await home.fixture.pass(.minutes(1))
        let told = home.fixture.channel.sent.filter { $0.alarm?.stage.stage == .declined }
            .map { String(decoding: $0.payload, as: UTF8.self) }
        #expect(told.count == 1)
        #expect(told.allSatisfy { $0.contains("takes no reminders from you at that time") }, "\(told)")
    }

    @Test("A parent who was not told yet that a reminder was declined is not told so once it rings again")
    func withdrawn() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind()
        let former = try #require(view.alarm)
        try await mute(home.ana, for: home.kim, home)
        try await set(Consent(), to: home.ana, for: home.kim, home)
        let orders = try await home.fixture.deliveries(former)
        #expect(orders.filter { $0.order.stage == .declined }.map(\.state) == [.superseded])
        try await home.fixture.pass(.minutes(1))
        #expect(try await home.told(.declined) == [])
        #expect(try await home.show(view.reminder.id, for: home.ana).silence == nil)
    }

    @Test("A reminder whose alarm was taken off by itself stays off after a mute, and says so")
    func takenOff() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind()
        let alarm = try #require(view.alarm)
        let kim = home.kim
        _ = try await home.fixture.engine.write { try $0.alarms.cancel(alarm, by: kim) }
        #expect(try await home.show(view.reminder.id, for: home.kim).silence == .takenOff)
        try await mute(home.ana, for: home.kim, home)
        try await set(Consent(), to: home.ana, for: home.kim, home)
        #expect(try await home.show(view.reminder.id, for: home.ana).silence == .takenOff)
    }

    @Test("A reminder whose alarm was taken off rings again when it is given its time anew, once only and repeated")
    func anew() async throws {
        let home = try await FamilyFixture()
        let once = try await home.remind()
        let daily = try await home.remind(on: Weekday.allCases, from: "2027-01-16", at: "07:30:00")
        let kim = home.kim
        for view in [once, daily] {
            let alarm = try #require(view.alarm)
            _ = try await home.fixture.engine.write { try $0.alarms.cancel(alarm, by: kim) }
            #expect(try await home.show(view.reminder.id, for: home.kim).silence == .takenOff)
            var same = ReminderRequest(view.reminder)
            same.title = "Once more"
            let changed = try await home.change(view.reminder.id, same, by: home.ana)
            #expect(changed.silence == nil)
            #expect(changed.reminder.due == view.reminder.due)
            #expect(changed.alarm != nil)
        }
        try await home.fixture.pass(until: once.reminder.due)
        #expect(try await home.told(.ring) == [home.kim.id])
        try await home.complete(once.reminder.id, by: home.kim)
        try await home.fixture.pass(until: daily.reminder.due)
        #expect(try await home.told(.ring) == [home.kim.id, home.kim.id])
    }

    @Test("A reminder that has rung does not ring again when its text is changed")
    func hasRung() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind()
        try await home.fixture.pass(until: view.reminder.due)
        let alarm = try #require(view.alarm)
        try await home.fixture.report(.dismissed, of: alarm, from: home.kim)
        try await home.fixture.pass(.minutes(5))
        var same = ReminderRequest(view.reminder)
        same.title = "Late"
        #expect(try await home.change(view.reminder.id, same, by: home.ana).alarm == alarm)
        try await home.fixture.pass(.minutes(1))
        #expect(try await home.told(.ring) == [home.kim.id])
    }

    @Test("A parent whom nobody muted reads whose reminder it is that cannot be moved")
    func movedByAnother() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind()
        try await mute(home.ana, for: home.kim, home)
        var later = ReminderRequest(view.reminder)
        later.time = .once(AlarmTime(home.fixture.now + .hours(3)), timeZone: nil)
        let problem = try await expectProblem(.conflict) {
            try await home.change(view.reminder.id, later, by: home.ben)
        }
        #expect(problem.detail.contains("the person who set this reminder"))
        #expect(!problem.detail.contains("you may ring"))
        let own = try await expectProblem(.conflict) { try await home.change(view.reminder.id, later, by: home.ana) }
        #expect(own.detail.contains("no alarms of yours"))
    }

    @Test("A muted parent's repeated reminder, once completed, leaves one for the next time that does not ring")
    func successor() async throws {
        let home = try await FamilyFixture()
        let id = try await home.remind(on: Weekday.allCases, from: "2027-01-16", at: "07:30:00").reminder.id
        try await mute(home.ana, for: home.kim, home)
        let next = try #require(try await home.complete(id, by: home.kim).next)
        try await home.fixture.pass(.days(3))
        #expect(try await home.told(.ring) == [])
        #expect(try await home.told(.reminderSoon) == [])
        #expect(try await home.show(next, for: home.kim).alarm == nil)
    }

    @Test("An undone completion does not restore the ring of a muted parent's reminder")
    func undone() async throws {
        let home = try await FamilyFixture()
        let id = try await home.remind().reminder.id
        try await home.complete(id, by: home.kim)
        try await mute(home.ana, for: home.kim, home)
        let view = try await home.undo(id, by: home.kim)
        #expect(view.reminder.status == .open)
        #expect(view.alarm == nil)
        try await home.fixture.pass(.hours(2))
        #expect(try await home.told(.ring) == [])
    }

    @Test("A muted parent cannot change another parent's reminder, which still rings when its own parent changes it")
    func editing() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind()
        try await mute(home.ben, for: home.kim, home)
        for due in [view.reminder.due, home.fixture.now + .hours(3)] {
            let request = ReminderRequest(
                assignee: home.kim.person,
                title: "Ben says",
                time: .once(AlarmTime(due), timeZone: nil)
            )
            try await expectProblem(.conflict) { try await home.change(view.reminder.id, request, by: home.ben) }
            let changed = try await home.change(view.reminder.id, request, by: home.ana)
            #expect(changed.reminder.details.title == "Ben says")
        }
        try await home.fixture.pass(.hours(3))
        #expect(try await home.told(.ring) == [home.kim.id])
    }
}
