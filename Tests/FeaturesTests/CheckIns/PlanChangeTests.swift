import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("A check-in plan changed at a bad moment")
struct PlanChangeTests {
    @Test(
        "After a change from gentle to standard the person is warned, and then the contacts are told",
        arguments: [nil, Span.hours(24), .hours(12)] as [Span?]
    )
    func reminded(threshold: Span?) async throws {
        let person = try await CheckInFixture()
        try await person.contact()
        try await person.plan(.gentle)
        try await person.checkIn()
        try await person.fixture.pass(.hours(30))
        let report = try await person.plan(.standard, threshold: threshold)
        #expect(report.state == .warning)
        #expect(report.contactsDue == person.fixture.now + .minutes(15))
        try await person.fixture.catchUp()
        // The end of the old alarm and the new one travel at the same time.
        let stages = person.fixture.channel.stages
        #expect(stages.first == .checkInReminder)
        #expect(stages.count == 3 && Set(stages.dropFirst()) == [.cancel, .checkInDue])
        try await person.fixture.pass(.minutes(14))
        #expect(try await person.letters().isEmpty)
        try await person.fixture.pass(.minutes(1))
        #expect(try await person.letters().count == 1)
    }

    @Test("Contacts are told times in the zone of the plan, else of the last check-in, else of the device")
    func zone() async throws {
        let person = try await CheckInFixture()
        #expect(try await person.plan().settings.timeZone == person.phone.timeZone)
        try await person.checkIn()
        #expect(try await person.plan().settings.timeZone == "Europe/Berlin")
        try await person.contact()
        #expect(try await person.plan(timeZone: "Asia/Taipei").settings.timeZone == "Asia/Taipei")
        try await person.fixture.pass(.hours(24))
        let letter = try #require(person.post.mails.last)
        #expect(letter.text.contains("4:00 PM"), "eight in the morning of UTC: \(letter.text)")
        try await person.checkIn()
        #expect(try await person.plan().settings.timeZone == "Europe/Berlin")
        await #expect(throws: Problem.self) { try await person.plan(timeZone: "Mars/Olympus") }
    }

    @Test("A letter that waits for a retry is sent, even if the kind of check-in changes meanwhile")
    func waiting() async throws {
        let person = try await CheckInFixture()
        try await person.contact()
        try await person.plan()
        try await person.checkIn()
        person.post.answer(.retry(after: .minutes(10), reason: .other("busy"), indeterminate: false))
        try await person.fixture.pass(.hours(24))
        #expect(try await person.plan(.gentle).state == .escalated)
        try await person.fixture.pass(.minutes(10))
        #expect(try await person.letters().map(\.state) == [.accepted])
        #expect(try await person.letters(.allClear).isEmpty)
        try await person.checkIn()
        try await person.fixture.pass(.minutes(1))
        #expect(try await person.letters(.allClear).count == 1)
        #expect(try await person.report().state == .checkedIn)
    }

    @Test("The credit for an absence is not lost by a change of the kind")
    func credited() async throws {
        let person = try await CheckInFixture()
        try await person.contact()
        try await person.plan()
        try await person.checkIn()
        try await person.fixture.pass(.hours(20))
        try await person.beAway(for: .hours(5))
        let due = try #require(try await person.report().due)
        #expect(due > person.fixture.now)
        let report = try await person.plan(.gentle)
        #expect(report.contactsDue.map { $0 >= due + .hours(24) || $0 >= person.fixture.now + .hours(24) } ?? false)
        try await person.fixture.pass(.hours(26))
        #expect(try await person.letters().count == 1)
    }

    @Test("Between the reminder and the contacts of the gentle kind an absence is given back")
    func gentleCredit() async throws {
        let person = try await CheckInFixture()
        try await person.contact()
        try await person.plan(.gentle)
        try await person.checkIn()
        try await person.fixture.pass(.hours(47))
        try await person.beAway(for: .hours(8))
        #expect(try await person.letters().isEmpty)
        #expect(try await person.report().contactsDue == person.fixture.now + .hours(1))
        #expect(try await person.report().state == .due)
        try await person.fixture.pass(.hours(1))
        #expect(try await person.letters().count == 1)
        #expect(person.fixture.channel.stages == [.checkInReminder, .contactsTold], "reminded once")
    }

    @Test("A clock that was ahead once holds up no check-in, and leaves no time to come in the history")
    func clockAhead() async throws {
        let person = try await CheckInFixture()
        try await person.contact()
        try await person.plan()
        let real = person.fixture.now
        person.fixture.clock.set(to: real + .days(300))
        try await person.checkIn(at: try Place(latitude: 1, longitude: 1))
        person.fixture.clock.set(to: real + .minutes(1))
        try await person.checkIn()
        let report = try await person.report()
        #expect(report.due == person.fixture.now + .hours(24))
        #expect(report.history.allSatisfy { $0.at <= person.fixture.now })
        try await person.fixture.pass(.hours(24))
        #expect(try await person.letters().count == 1)
    }
}

extension CheckInFixture {
    /// Lets the relay be away for a span and come back.
    fileprivate func beAway(for span: Span) async throws {
        let from = fixture.now
        let until = from + span
        fixture.clock.set(to: until)
        try await fixture.engine.write { tx in
            try tx.transaction.insert(BlindInterval(from: from, until: until, cause: .ended))
        }
        try await fixture.catchUp()
    }

    @Test(
        "A name that contacts could not read is refused, and a given one is not forgotten",
        arguments: [" ", "\u{200B}", "?"]
    )
    func unreadableName(name: String) async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        let phone = person.phone
        let problem = try await expectProblem(.malformed) {
            let settings = CheckInSettings(name: name)
            let _: CheckInReport = try await person.fixture.ask { try $0.checkIns.plan(settings, by: phone) }
        }
        #expect(problem.pointer == "/name")
        #expect(try await person.report().settings.name == "Ana")
    }
}
