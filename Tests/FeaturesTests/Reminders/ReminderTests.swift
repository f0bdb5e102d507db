import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("A family's reminders")
struct ReminderTests {
    @Test("One has a title, a time, an assignee and a checklist, and an alarm of the same name")
    func created() async throws {
        let home = try await FamilyFixture()
        let due = home.fixture.now + .hours(2)
        let view = try await home.remind("Tidy up", at: due, items: ["books", "bricks"])
        #expect(view.reminder.details.title == "Tidy up")
        #expect(view.reminder.due == due)
        #expect(view.reminder.assignee == home.kim.person)
        #expect(view.reminder.details.checklist.items.map(\.text) == ["books", "bricks"])
        #expect(view.alarm?.description == view.reminder.id.description)
        #expect(try await home.show(view.reminder.id, for: home.kim) == view)
        let told = try await home.fixture.synchronise(home.kim)
        #expect(told.alarms.map(\.id) == [view.alarm])
    }

    @Test("A reminder is a record that reads back as it was written")
    func record() async throws {
        let home = try await FamilyFixture()
        let place = try Place(latitude: 52.5163, longitude: 13.3777, accuracy: 12)
        let view = try await home.remind(items: ["pen"], place: place)
        #expect(try ReminderView(wire: view.wire) == view)
        let weekly = try await home.remind(on: [.monday, .friday], every: 2, from: "2027-01-18", at: "07:30:00")
        #expect(try ReminderView(wire: weekly.wire) == weekly)
    }

    @Test("Parents set for anybody, children for themselves")
    func roles() async throws {
        let home = try await FamilyFixture()
        try await home.remind(for: home.kim, by: home.ben)
        try await home.remind(for: home.ana, by: home.ben)
        try await home.remind(for: home.kim, by: home.kim)
        try await expectProblem(.notAllowed) { try await home.remind(for: home.lea, by: home.kim) }
        try await expectProblem(.notAllowed) { try await home.remind(for: home.ana, by: home.kim) }
        #expect(try await home.list().reminders.count == 3)
    }

    @Test("People outside the family cannot set, see or complete one")
    func strangers() async throws {
        let home = try await FamilyFixture()
        let eve = try await home.fixture.register()
        let view = try await home.remind()
        try await expectProblem(.notFound) { try await home.remind(by: eve) }
        try await expectProblem(.malformed) { try await home.remind(for: eve) }
        try await expectProblem(.notFound) { try await home.show(view.reminder.id, for: eve) }
        try await expectProblem(.notFound) { try await home.list(for: eve) }
        try await expectProblem(.notFound) { try await home.complete(view.reminder.id, by: eve) }
    }

    @Test("A child sees what concerns it, a parent everything")
    func visible() async throws {
        let home = try await FamilyFixture()
        let kims = try await home.remind(for: home.kim)
        let leas = try await home.remind(for: home.lea)
        #expect(try await home.list(for: home.ben).reminders.count == 2)
        #expect(try await home.list(for: home.kim).reminders.map(\.reminder.id) == [kims.reminder.id])
        try await expectProblem(.notFound) { try await home.show(leas.reminder.id, for: home.kim) }
    }

    @Test("A family that does not let the relay read titles has them sealed")
    func sealed() async throws {
        let home = try await FamilyFixture(readsTitles: false)
        try await expectProblem(.malformed) { try await home.remind("Buy a present") }
        var request = ReminderRequest(
            assignee: home.kim.person,
            sealed: [home.kim.person: "sealed for Kim"],
            time: .once(AlarmTime(home.fixture.now + .hours(1)), timeZone: nil)
        )
        let view = try await home.set(request, by: home.ana)
        #expect(view.reminder.details.sealed == [home.kim.person: "sealed for Kim"])
        request.checklist = try Checklist([Checklist.Item(id: 1, text: "in clear")])
        let unsealed = request
        try await expectProblem(.malformed) { try await home.set(unsealed, by: home.ana) }
    }

    @Test("A time that has passed, a zone that is none and days beyond the calendar are refused")
    func times() async throws {
        let home = try await FamilyFixture()
        try await expectProblem(.timeInPast) { try await home.remind(at: home.fixture.now - .minutes(2)) }
        try await expectProblem(.unknownZone) {
            try await home.remind(on: [.monday], from: "2027-01-18", at: "07:30:00", in: "Europe/Atlantis")
        }
        try await expectProblem(.timeTooFar) {
            try await home.remind(on: [.monday], from: "2199-01-18", at: "07:30:00")
        }
    }

    @Test("Its creator and the parents edit it, and what rings follows")
    func edited() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind()
        var request = ReminderRequest(view.reminder)
        request.title = "Pack the other satchel"
        request.time = .once(AlarmTime(home.fixture.now + .hours(3)), timeZone: nil)
        let wish = request
        try await expectProblem(.notAllowed) { try await home.change(view.reminder.id, wish, by: home.kim) }
        let changed = try await home.change(view.reminder.id, wish, by: home.ben)
        #expect(changed.reminder.details.title == "Pack the other satchel")
        #expect(changed.reminder.creator == home.ana.person)
        try await home.fixture.pass(.hours(2))
        #expect(try await home.told(.ring).isEmpty)
        try await home.fixture.pass(.hours(1))
        #expect(try await home.told(.ring) == [home.kim.id])
    }

    @Test("Its alarm moves with it, and not by itself")
    func alarmAlone() async throws {
        let home = try await FamilyFixture()
        let (alarm, ana) = (try #require(try await home.remind().alarm), home.ana)
        let change = AlarmChange(ttl: .minutes(5))
        try await expectProblem(.conflict) {
            try await home.fixture.engine.write { try $0.alarms.change(alarm, change, by: ana) }
        }
    }

    @Test("Handed to somebody else, it rings there and no longer here")
    func reassigned() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind()
        var request = ReminderRequest(view.reminder)
        request.assignee = home.lea.person
        let wish = request
        _ = try await home.change(view.reminder.id, wish, by: home.ana)
        try await home.fixture.pass(.hours(1))
        #expect(try await home.told(.ring) == [home.lea.id])
    }

    @Test("A deleted reminder does not ring and is not shown")
    func deleted() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind()
        try await expectProblem(.notAllowed) { try await home.delete(view.reminder.id, by: home.kim) }
        try await home.delete(view.reminder.id, by: home.ben)
        try await home.fixture.pass(.hours(2))
        #expect(home.fixture.channel.stages.isEmpty)
        #expect(try await home.list().reminders.isEmpty)
    }

    @Test("Assignee, creator and parents tick items")
    func ticks() async throws {
        let home = try await FamilyFixture()
        let id = try await home.remind(items: ["books", "bricks"]).reminder.id
        let (kim, lea) = (home.kim, home.lea)
        let view: ReminderView = try await home.fixture.ask {
            try $0.reminders.mark(id, ReminderMark(item: 2), by: kim)
        }
        #expect(view.reminder.details.checklist.items.map(\.isDone) == [false, true])
        try await expectProblem(.malformed) {
            try await home.fixture.engine.write { try $0.reminders.mark(id, ReminderMark(item: 3), by: kim) }
        }
        try await expectProblem(.notFound) {
            try await home.fixture.engine.write { try $0.reminders.mark(id, ReminderMark(item: 1), by: lea) }
        }
    }

    @Test("A member who mutes a parent gets no reminders from them")
    func muted() async throws {
        let home = try await FamilyFixture()
        let (ana, ben) = (home.ana, home.ben)
        try await home.remind(for: ben)
        let _: ConsentMessage = try await home.fixture.ask { tx in
            let consent = ConsentMessage(Consent(isMuted: true))
            return try tx.consents.set(for: CircleID(own: ana.person), to: consent, by: ben)
        }
        try await expectProblem(.conflict) { try await home.remind(for: ben) }
        try await home.fixture.pass(.hours(1))
        #expect(try await home.told(.ring).isEmpty)
    }

    @Test("Leaving the family removes the reminders that a member set and had, and ends their notices")
    func leaving() async throws {
        let home = try await FamilyFixture()
        let kims = try await home.remind(for: home.kim, by: home.kim)
        let forKim = try await home.remind(for: home.kim, by: home.ana)
        let forLea = try await home.remind(for: home.lea, by: home.ana)
        let (kim, circle) = (home.kim, home.family.id)
        _ = try await home.fixture.engine.write { try $0.circles.removeMember(kim.person, of: circle, by: kim) }
        home.fixture.channel.forget()
        try await home.fixture.pass(.hours(2))
        #expect(try await home.rung() == [home.lea.id])
        try await expectProblem(.notFound) { try await home.show(kims.reminder.id, for: home.ana) }
        // No member could complete it, and it would ring for no one.
        try await expectProblem(.notFound) { try await home.show(forKim.reminder.id, for: home.ana) }
        #expect(try await home.show(forLea.reminder.id, for: home.ana).reminder.status == .open)
    }

    @Test("A person may set so many in an hour for one other")
    func quota() async throws {
        let home = try await FamilyFixture()
        for _ in 0..<60 { try await home.remind() }
        try await expectProblem(.quotaExceeded) { try await home.remind() }
        try await home.remind(for: home.lea)
    }
}
