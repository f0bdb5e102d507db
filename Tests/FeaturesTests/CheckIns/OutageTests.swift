import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing
import Wording

@Suite("What is said of a check-in after the relay was away")
struct OutageTests {
    /// A person, with a contact, whose relay was away around their deadline.
    private struct Delayed {
        let person: CheckInFixture
        let due: Instant

        init(_ kind: CheckInPlan.Kind = .standard, by delay: Span) async throws {
            person = try await CheckInFixture()
            try await person.contact()
            try await person.plan(kind)
            due = try #require(try await person.checkIn().due)
            try await person.fixture.pass(until: due - .minutes(10))
            if delay > .zero {
                person.fixture.clock.set(to: due + delay)
                try await person.fixture.catchUp()
            } else {
                try await person.fixture.pass(until: due)
            }
        }

        /// What the person last read of their contacts being told, up to the time in it.
        var told: String? {
            let begin = "There was no check-in by "
            guard let body = person.bodies.last(where: { $0.contains(begin) }),
                let start = body.firstRange(of: begin), let end = body.firstRange(of: ", so we wrote")
            else { return nil }
            return String(body[start.lowerBound..<end.lowerBound])
        }
    }

    @Test("Contacts who are told late are told of the time by which the check-in was due, as is the person")
    func late() async throws {
        let prompt = try await Delayed(by: .zero)
        let late = try await Delayed(by: .minutes(10))
        #expect(prompt.due == late.due)
        #expect(try await late.person.letters().count == 1)
        let said = try #require(prompt.told)
        #expect(late.told == said)
        let report = try await late.person.report()
        #expect(report.state == .expired)
        #expect(report.due == late.due)
        #expect(report.contactsDue == late.due)
        #expect(report.remaining == -600)
    }

    @Test("An outage over the second letter leaves the time by which the check-in was due")
    func secondLetter() async throws {
        let late = try await Delayed(by: .zero)
        try await late.person.fixture.pass(until: late.due + .hours(23))
        late.person.fixture.clock.set(to: late.due + .hours(26))
        try await late.person.fixture.catchUp()
        #expect(try await late.person.letters().count == 2)
        #expect(try await late.person.report().due == late.due)
        try await late.person.plan()
        try await late.person.fixture.catchUp()
        #expect(try await late.person.report().due == late.due, "a plan that is sent again changes nothing")
        #expect(try await late.person.letters().count == 2)
    }

    @Test("After a late reminder of the gentle kind the contacts are told later, and it says until when")
    func gentle() async throws {
        let prompt = try await Delayed(.gentle, by: .zero)
        try await prompt.person.fixture.pass(.hours(24))
        let late = try await Delayed(.gentle, by: .minutes(10))
        let reminded = try await late.person.report()
        #expect(reminded.state == .due)
        #expect(reminded.due == late.due)
        #expect(reminded.contactsDue == late.due + .hours(24) + .minutes(10))
        try await late.person.fixture.pass(until: late.due + .hours(24) + .minutes(5))
        #expect(try await late.person.report().state == .due, "they have not been told yet")
        try await late.person.fixture.pass(.minutes(5))
        let told = try await late.person.report()
        #expect(told.state == .escalated)
        #expect(told.due == late.due)
        #expect(told.contactsDue == late.due + .hours(24))
        let said = try #require(prompt.told)
        #expect(late.told == said)
    }

    @Test("Who reached the person before an outage has still reached them after it")
    func reached() async throws {
        let late = try await Delayed(by: .zero)
        let ben = try #require(try await late.person.contacts().first?.id)
        try await late.person.fixture.pass(until: late.due + .hours(1))
        #expect(try await late.person.reach(by: ben))
        try await late.person.fixture.pass(until: late.due + .hours(23))
        late.person.fixture.clock.set(to: late.due + .hours(26))
        try await late.person.fixture.catchUp()
        try await late.person.contact("carla@example.org")
        try await late.person.fixture.catchUp()
        #expect(try await late.person.letters().count == 1, "nobody is told of what is over")
    }

    @Test("A deadline that was moved for an outage names the time that was set, and a warning before it both")
    func credited() async throws {
        let person = try await CheckInFixture()
        try await person.contact()
        try await person.plan()
        let due = try #require(try await person.checkIn().due)
        try await person.fixture.pass(until: due - .minutes(20))
        person.fixture.clock.set(to: due + .minutes(5))
        try await person.fixture.catchUp()
        let early = try await person.report()
        #expect(early.state == .warning && early.due == due + .minutes(20), "so long a check-in is in time")
        let zone = try #require(person.fixture.engine.zones.rules(for: person.phone.timeZone))
        let set = TimeText.moment(due, in: zone, .english)
        let warning = try #require(person.bodies.last)
        #expect(warning.contains("It was due by \(set)"), "\(warning)")
        #expect(warning.contains(TimeText.moment(due + .minutes(20), in: zone, .english)), "\(warning)")
        try await person.fixture.pass(until: due + .minutes(20))
        #expect(try await person.letters().count == 1)
        let told = try #require(person.bodies.last { $0.contains("There was no check-in by ") })
        #expect(told.contains("There was no check-in by \(set)"), "\(told)")
        let late = try await person.report()
        #expect(late.state == .expired && late.due == due && late.contactsDue == due)
        #expect(late.remaining == -1200)
    }
}
