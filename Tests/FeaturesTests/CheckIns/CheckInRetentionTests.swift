import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Testing

@Suite("How long check-ins are kept")
struct CheckInRetentionTests {
    @Test("A check-in and its place are gone when they are too old, and the deadline still counts from it")
    func places() async throws {
        var limits = Limits()
        limits.checkInRetention = .hours(3)
        let person = try await CheckInFixture(limits: limits)
        let clock = person.fixture.clock
        try await person.contact()
        try await person.plan()
        try await person.checkIn(at: try Place(latitude: 52.5163, longitude: 13.3777))
        let start = person.fixture.now
        let housekeeper = Housekeeper(engine: person.fixture.engine)
        clock.advance(by: .hours(3))
        while try await housekeeper.sweep() > 0 {}
        #expect(try await person.report().history.first?.place != nil, "not too old yet")
        clock.advance(by: .milliseconds(1))
        while try await housekeeper.sweep() > 0 {}
        let report = try await person.report()
        #expect(report.history.isEmpty)
        #expect(report.state == .normal)
        #expect(report.due == start + .hours(24))
        try await person.fixture.pass(.hours(21))
        let letter = try #require(person.post.mails.last)
        #expect(try await person.letters().count == 1, "the contact is told at the deadline")
        #expect(!letter.text.contains("52.5163"))
        #expect(letter.text.contains("/reached"))
    }

    @Test("A place that is young enough is told to contacts at the end of the longest threshold")
    func longest() async throws {
        let person = try await CheckInFixture()
        try await person.contact()
        try await person.plan(threshold: .days(30))
        try await person.checkIn(at: try Place(latitude: 52.5163, longitude: 13.3777))
        person.fixture.clock.advance(by: .days(29))
        while try await Housekeeper(engine: person.fixture.engine).sweep() > 0 {}
        try await person.fixture.pass(.days(1))
        #expect(try #require(person.post.mails.last).text.contains("52.516"))
    }
}
