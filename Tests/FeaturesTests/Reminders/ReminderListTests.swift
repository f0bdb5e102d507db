import AlarmCore
import AlarmWire
import Engine
import RelayTesting
import Storage
import Testing

@Suite("A list of reminders, at the relay")
struct ReminderListTests {
    @Test("It is sorted by due time and filtered by status, assignee and dates")
    func filters() async throws {
        let home = try await FamilyFixture()
        let start = home.fixture.now
        let late = try await home.remind("late", at: start + .hours(9)).reminder.id
        let early = try await home.remind("early", at: start + .hours(1)).reminder.id
        let leas = try await home.remind("lea", for: home.lea, at: start + .hours(5)).reminder.id
        try await home.complete(early, by: home.kim)
        func ids(_ filter: ReminderFilter) async throws -> [ReminderID] {
            try await home.list(filter).reminders.map(\.reminder.id)
        }
        #expect(try await ids(ReminderFilter()) == [early, leas, late])
        #expect(try await ids(ReminderFilter(status: .completed)) == [early])
        #expect(try await ids(ReminderFilter(status: .open)) == [leas, late])
        #expect(try await ids(ReminderFilter(assignee: home.lea.person)) == [leas])
        #expect(try await ids(ReminderFilter(from: start + .hours(5))) == [leas, late])
        #expect(try await ids(ReminderFilter(to: start + .hours(5))) == [early])
        #expect(try await ids(ReminderFilter(from: start + .hours(2), to: start + .hours(9))) == [leas])
    }

    @Test("Pages continue where they stopped, even if reminders come and go in between")
    func cursors() async throws {
        let home = try await FamilyFixture()
        let start = home.fixture.now
        var ids: [ReminderID] = []
        for hour in 1...6 { ids.append(try await home.remind(at: start + .hours(Int64(hour))).reminder.id) }
        let first = try await home.list(limit: 2)
        #expect(first.reminders.map(\.reminder.id) == Array(ids[0..<2]))
        try await home.remind("earlier", at: start + .minutes(30))
        try await home.delete(ids[1], by: home.ana)
        let between = try await home.remind("between", at: start + .minutes(210)).reminder.id
        let second = try await home.list(after: first.next, limit: 3)
        #expect(second.reminders.map(\.reminder.id) == [ids[2], between, ids[3]])
        let third = try await home.list(after: second.next, limit: 3)
        #expect(third.reminders.map(\.reminder.id) == [ids[4], ids[5]])
        #expect(third.next == nil)
    }

    @Test("A page of none or too many is refused")
    func pages() async throws {
        let home = try await FamilyFixture()
        try await expectProblem(.malformed) { try await home.list(limit: 0) }
        try await expectProblem(.malformed) { try await home.list(limit: 101) }
    }

    @Test("The newest 200 completed ones of a family are kept")
    func kept() async throws {
        let home = try await FamilyFixture()
        var first: ReminderID?
        for _ in 0..<201 {
            let id = try await home.remind(for: home.ana).reminder.id
            first = first ?? id
            try await home.complete(id, by: home.ana)
            try await home.fixture.pass(.minutes(2))
        }
        #expect(try await home.list(limit: 100).next != nil)
        try await expectProblem(.notFound) { try await home.show(try #require(first), for: home.ana) }
    }
}
