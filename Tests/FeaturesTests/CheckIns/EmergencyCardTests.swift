import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("The emergency card in letters")
struct EmergencyCardTests {
    private func set(_ card: EmergencyCard, of person: CheckInFixture) async throws -> EmergencyCardView {
        let phone = person.phone
        return try await person.fixture.ask { try $0.checkIns.setCard(card, by: phone) }
    }

    private let card = EmergencyCard(
        words: "The cat is Milo.\nI take no penicillin.",
        phone: "+49 170 1234567",
        address: "Elm Street 1",
        keyHolder: "Mrs <Kern>"
    )

    @Test("It goes with the letter of a missed check-in when the person wants it, and the rehearsal shows it")
    func letter() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        try await person.contact(phone: "+491701234567")
        try await person.checkIn()
        var card = card
        card.isInLetters = true
        #expect(try await set(card, of: person).recipients == ["Ben"])
        let rehearsed = try await person.rehearse().letters
        #expect(rehearsed.first { $0.medium == .email }?.text.contains("The cat is Milo.") == true)
        #expect(rehearsed.first { $0.medium == .sms }?.text.contains("Milo") == false)
        try await person.fixture.pass(.hours(24))
        let mail = try #require(person.post.mails.last)
        #expect(mail.text.contains("What Ana left for you"))
        #expect(mail.text.contains("I take no penicillin.") && mail.text.contains("Elm Street 1"))
        #expect(mail.html.contains("Mrs &lt;Kern&gt;"))
        #expect(person.post.messages.last?.text.contains("Milo") == false)
    }

    @Test("It goes with no letter unless the person says so, and tells that nobody gets it")
    func off() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        try await person.contact()
        try await person.checkIn()
        #expect(try await set(card, of: person).recipients.isEmpty)
        #expect(try await person.rehearse().letters.allSatisfy { !$0.text.contains("Milo") })
        try await person.fixture.pass(.hours(24))
        #expect(try #require(person.post.mails.last).text.contains("Milo") == false)
    }

    @Test("Whoever stopped letters about anybody is not named as one who gets it")
    func stopped() async throws {
        let (store, clock) = (InMemoryStore(), TestClock())
        let person = try await CheckInFixture(store: store, clock: clock)
        let other = try await CheckInFixture(store: store, clock: clock, seed: 2)
        try await person.plan()
        try await person.contact()
        let atOther = try await other.contact()
        var card = card
        card.isInLetters = true
        #expect(try await set(card, of: person).recipients == ["Ben"])
        let stop = try await other.link(of: atOther)
        _ = try await other.fixture.engine.write { try $0.contacts.stopAll(stop) }
        #expect(try await set(card, of: person).recipients.isEmpty)
    }

    @Test("It is sealed at rest")
    func sealed() async throws {
        let person = try await CheckInFixture()
        _ = try await set(card, of: person)
        let owner = person.phone.person
        let stored = try await person.fixture.engine.read { try $0.document(.card, id: DocumentID(of: owner)) }
        let body = try #require(stored?.body)
        #expect(!String(decoding: body, as: UTF8.self).contains("Milo"))
    }

    @Test("A deleted card goes with no later letter")
    func removed() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        try await person.contact()
        try await person.checkIn()
        var card = card
        card.isInLetters = true
        _ = try await set(card, of: person)
        let phone = person.phone
        _ = try await person.fixture.engine.write { try $0.checkIns.removeCard(by: phone) }
        try await person.fixture.pass(.hours(24))
        #expect(try #require(person.post.mails.last).text.contains("Milo") == false)
        try await expectProblem(.notFound) {
            try await person.fixture.engine.write { try $0.checkIns.removeCard(by: phone) }
        }
    }

    @Test(
        "It is bounded, and says something",
        arguments: [
            EmergencyCard(), EmergencyCard(words: " \n"), EmergencyCard(words: String(repeating: "a", count: 1001)),
            EmergencyCard(phone: String(repeating: "1", count: 65)), EmergencyCard(address: "a\u{07}"),
        ]
    )
    func bounds(card: EmergencyCard) {
        #expect(throws: WireError.self) { try EmergencyCard(wire: card.wire) }
    }
}
