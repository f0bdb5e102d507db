import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("Warnings at a person's own address")
struct OwnAddressTests {
    private func person(_ kind: CheckInPlan.Kind = .standard, agrees: Bool = true) async throws -> CheckInFixture {
        let person = try await CheckInFixture()
        try await person.plan(kind)
        let phone = person.phone
        let request = OwnAddresses(email: "ana@example.org")
        let view: ContactView = try await person.fixture.ask { try $0.checkIns.setOwnAddresses(request, by: phone) }
        try await person.fixture.catchUp()
        if agrees { try await person.decide(view.id, .confirmed) }
        try await person.checkIn()
        return person
    }

    /// The token of the check-in link in a letter.
    private func token(in letter: OutgoingMail?) throws -> Capability {
        let text = try #require(letter?.text)
        let start = try #require(text.firstRange(of: "https://relay.example.org/check-in?t="))
        return try #require(Capability(String(text[start.upperBound...].prefix(43)), for: .checkIn))
    }

    @Test("An address is asked by one letter of its own, and warned of nothing before it has agreed")
    func question() async throws {
        let person = try await person(agrees: false)
        #expect(person.post.mails.map(\.subject) == ["May we warn you at this address?"])
        try await person.fixture.pass(.hours(30))
        #expect(person.post.mails.count == 1)
    }

    @Test("Every warning comes to the address as to the phone, with a link that checks in")
    func warned() async throws {
        let person = try await person()
        try await person.fixture.pass(.hours(22))
        #expect(person.post.mails.dropFirst().map(\.subject) == ["Check in now", "Check in now"])
        let token = try token(in: person.post.mails.last)
        #expect(try await person.fixture.engine.write { try $0.checkIns.checkIn(with: token) })
        try await person.fixture.pass(.hours(3))
        #expect(person.post.mails.count == 3, "the next warning is a day away")
        #expect(try await person.report().state == .normal)
    }

    @Test("The person hears at the address what became of telling the contacts")
    func account() async throws {
        let person = try await person()
        try await person.fixture.pass(.hours(24))
        #expect(person.post.mails.last?.subject == "Nobody has been told")
    }

    @Test("The own address is nobody's contact: it is told of no alert, and does not count as somebody to tell")
    func isNoContact() async throws {
        let person = try await person()
        #expect(try await person.contacts().isEmpty)
        #expect(try await person.report().contacts == 0)
        try await person.fixture.pass(.hours(50))
        #expect(try await person.letters().isEmpty)
    }

    @Test("A gentle check-in's reminder comes to the address as well")
    func gentle() async throws {
        let person = try await person(.gentle)
        try await person.fixture.pass(.hours(24))
        #expect(person.post.mails.dropFirst().count == 1)
        _ = try token(in: person.post.mails.last)
        let text = try #require(person.post.mails.last?.text)
        #expect(text.contains("Nobody would be told later"), "\(text)")
    }

    @Test("Warnings that are stopped by their link come no more, and the link checks nobody in")
    func stopped() async throws {
        let person = try await person()
        try await person.fixture.pass(.hours(21))
        let token = try token(in: person.post.mails.last)
        try await person.decide(ContactID(Contact.ownAddresses(of: person.phone.person)), .unsubscribed)
        try await person.fixture.pass(.hours(5))
        #expect(person.post.mails.count == 2)
        #expect(try await !person.fixture.engine.write { try $0.checkIns.checkIn(with: token) })
    }

    @Test("A stopped address that is given again is refused, not called one that waits for an answer")
    func givenAgain() async throws {
        let person = try await person()
        let phone = person.phone
        try await person.decide(ContactID(Contact.ownAddresses(of: phone.person)), .unsubscribed)
        let same = OwnAddresses(email: "ana@example.org")
        let problem = await #expect(throws: Problem.self) {
            _ = try await person.fixture.engine.write { try $0.checkIns.setOwnAddresses(same, by: phone) }
        }
        #expect(problem?.kind == .conflict)
        #expect(problem?.pointer == "/email")
        #expect(problem?.detail.hasPrefix("you stopped warnings to this address") == true)
        let view = try await person.fixture.engine.read { try person.fixture.engine.ownAddresses(of: phone, in: $0) }
        #expect(view.consent == .unsubscribed)
        let other = OwnAddresses(email: "other@example.org")
        let asked: ContactView = try await person.fixture.ask { try $0.checkIns.setOwnAddresses(other, by: phone) }
        try await person.fixture.catchUp()
        #expect(asked.consent == .pending)
        #expect(person.post.mails.last?.subject == "May we warn you at this address?")
    }

    @Test("An address that is taken back is warned no more")
    func removed() async throws {
        let person = try await person()
        let phone = person.phone
        _ = try await person.fixture.engine.write { try $0.checkIns.removeOwnAddresses(by: phone) }
        try await person.fixture.pass(.hours(25))
        #expect(person.post.mails.count == 1)
    }

    @Test("When mail is back, the address does not first hear that mail cannot be sent")
    func mailIsBack() async throws {
        let person = try await person()
        try await person.contact()
        try await person.fixture.pass(.minutes(24 * 60 - 5))
        let before = person.post.mails.count
        let away = DeliveryOutcome.retry(after: .minutes(10), reason: .other("away"), indeterminate: false)
        for _ in 0..<3 { person.post.answer(away) }
        try await person.fixture.pass(.minutes(10))
        #expect(person.titles(.contactsTold) == ["Your contacts have not been told yet"], "the phone hears it")
        try await person.fixture.pass(.hours(2))
        let own = person.post.mails.dropFirst(before).filter { $0.recipient.address.text == "ana@example.org" }
        #expect(Set(own.map(\.subject)) == ["Your contacts have been told"])
    }
}
