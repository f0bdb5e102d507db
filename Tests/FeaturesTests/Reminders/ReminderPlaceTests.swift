import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("The place of a reminder")
struct ReminderPlaceTests {
    private func gate(metresNorth: Double = 0) throws -> Place {
        try Place(latitude: 52.5163 + metresNorth / 111_195, longitude: 13.3777)
    }

    private func report(_ home: FamilyFixture, _ id: ReminderID, metres: Double) async throws -> ReminderPosition {
        let (kim, place) = (home.kim, try gate(metresNorth: metres))
        return try await home.fixture.ask { try $0.reminders.report(position: place, to: id, by: kim) }
    }

    @Test("A move of more than 20 m is told to the parents at once, and only once")
    func moved() async throws {
        let home = try await FamilyFixture()
        let id = try await home.remind(place: try gate()).reminder.id
        #expect(try await report(home, id, metres: 19) == ReminderPosition(metres: 19, isTold: false))
        try await home.fixture.pass(.zero)
        #expect(home.fixture.channel.stages.isEmpty)
        #expect(try await report(home, id, metres: 21) == ReminderPosition(metres: 21, isTold: true))
        try await home.fixture.pass(.zero)
        #expect(try await Set(home.told(.moved)) == [home.ana.id, home.ben.id])
        #expect(try await report(home, id, metres: 500) == ReminderPosition(metres: nil, isTold: false))
        try await home.fixture.pass(.zero)
        #expect(try await home.told(.moved).count == 2)
        #expect(try await !home.show(id, for: home.ana).reminder.isPlaceWatched)
    }

    @Test("It can be set from the notice before due, and taken away")
    func fromNotice() async throws {
        let home = try await FamilyFixture()
        let id = try await home.remind().reminder.id
        try await home.fixture.pass(.minutes(57))
        let (kim, place) = (home.kim, try gate())
        let view: ReminderView = try await home.fixture.ask { try $0.reminders.setPlace(of: id, to: place, by: kim) }
        #expect(view.reminder.place == place)
        #expect(view.reminder.isPlaceWatched)
        let none: ReminderView = try await home.fixture.ask { try $0.reminders.setPlace(of: id, to: nil, by: kim) }
        #expect(none.reminder.place == nil)
        #expect(try await report(home, id, metres: 100) == ReminderPosition(metres: nil, isTold: false))
    }

    private func set(
        _ place: Place?,
        of id: ReminderID,
        by device: Device,
        in home: FamilyFixture
    ) async throws -> ReminderView {
        try await home.fixture.ask { try $0.reminders.setPlace(of: id, to: place, by: device) }
    }

    @Test("A child leaves the place as it is that a parent set, and the view says who did")
    func ofParent() async throws {
        let home = try await FamilyFixture()
        let id = try await home.remind(place: try gate()).reminder.id
        let (kim, other) = (home.kim, try gate(metresNorth: 500))
        for place in [other, nil] {
            try await expectProblem(.notAllowed) {
                try await home.fixture.engine.write { try $0.reminders.setPlace(of: id, to: place, by: kim) }
            }
        }
        let kept = try await home.show(id, for: kim)
        #expect(try kept.reminder.place == gate())
        #expect(kept.reminder.isPlaceWatched)
        #expect(kept.placeSetBy == home.ana.person)
        #expect(try await report(home, id, metres: 500).isTold)
        try await expectProblem(.notAllowed) {
            try await home.fixture.engine.write { try $0.reminders.setPlace(of: id, to: other, by: kim) }
        }
        let none = try await set(nil, of: id, by: home.ben, in: home)
        #expect(none.placeSetBy == nil)
        #expect(try await set(other, of: id, by: kim, in: home).placeSetBy == kim.person)
    }

    @Test("A parent changes the place that a child set, and from then on the child leaves it as it is")
    func ofChild() async throws {
        let home = try await FamilyFixture()
        let due = home.fixture.now + .hours(1)
        let view = try await home.remind(for: home.kim, by: home.kim, at: due, place: try gate())
        let (id, kim, other) = (view.reminder.id, home.kim, try gate(metresNorth: 500))
        #expect(view.placeSetBy == kim.person)
        #expect(try await set(other, of: id, by: kim, in: home).placeSetBy == kim.person)
        #expect(try await set(gate(), of: id, by: home.ana, in: home).placeSetBy == home.ana.person)
        try await expectProblem(.notAllowed) {
            try await home.fixture.engine.write { try $0.reminders.setPlace(of: id, to: nil, by: kim) }
        }
        var request = ReminderRequest(
            assignee: kim.person,
            title: "Wait there",
            time: .once(AlarmTime(due + .hours(1)), timeZone: nil)
        )
        let moved = try await home.change(id, request, by: kim)
        #expect(try moved.reminder.place == gate(), "another time is for the child to choose")
        request.place = other
        try await expectProblem(.notAllowed) { try await home.change(id, request, by: kim) }
    }

    @Test("The next one of a series keeps who set its place")
    func next() async throws {
        let home = try await FamilyFixture()
        let days = try await home.remind(on: Weekday.allCases, from: "2027-01-16", at: "07:30:00")
        let placed = try await set(gate(), of: days.reminder.id, by: home.ben, in: home)
        #expect(placed.placeSetBy == home.ben.person)
        let done = try await home.complete(days.reminder.id, by: home.kim)
        let next = try await home.show(try #require(done.next), for: home.kim)
        #expect(next.placeSetBy == home.ben.person)
    }

    @Test("Only the assignee's own position counts, and only until it is completed")
    func whose() async throws {
        let home = try await FamilyFixture()
        let id = try await home.remind(place: try gate()).reminder.id
        let (ana, far) = (home.ana, try gate(metresNorth: 1000))
        try await expectProblem(.notAllowed) {
            try await home.fixture.engine.write { try $0.reminders.report(position: far, to: id, by: ana) }
        }
        try await home.complete(id, by: home.kim)
        #expect(try await !report(home, id, metres: 1000).isTold)
        try await home.fixture.pass(.minutes(1))
        #expect(try await home.told(.moved).isEmpty)
    }

    @Test("Places set and left again and again are told up to the hourly limit, which completions do not share")
    func quota() async throws {
        let home = try await FamilyFixture()
        let id = try await home.remind().reminder.id
        let (kim, limit, place) = (home.kim, home.fixture.engine.limits.requestsPerHour, try gate())
        for _ in 0..<limit {
            let _: ReminderView = try await home.fixture.ask { try $0.reminders.setPlace(of: id, to: place, by: kim) }
            #expect(try await report(home, id, metres: 500).isTold)
        }
        try await expectProblem(.quotaExceeded) {
            try await home.fixture.engine.write { try $0.reminders.setPlace(of: id, to: place, by: kim) }
        }
        for _ in 0..<limit {
            try await home.complete(id, by: kim)
            try await home.undo(id, by: kim)
        }
        try await expectProblem(.quotaExceeded) { try await home.complete(id, by: kim) }
        try await home.fixture.catchUp()
        #expect(try await home.told(.moved).count == 2 * limit)
        try await home.fixture.pass(.minutes(61))
        #expect(try await home.complete(id, by: kim).reminder.status == .completed)
    }
}
