import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("Consent of contacts")
struct ContactConsentTests {
    private func asked(
        _ email: String? = "ben@example.org",
        phone: String? = nil,
        segmentsPerDay: Int = 100
    ) async throws -> (person: CheckInFixture, contact: ContactID) {
        let person = try await CheckInFixture(segmentsPerDay: segmentsPerDay)
        try await person.plan()
        let id = try await person.contact(email, phone: phone, agrees: false)
        return (person, id)
    }

    private func change(_ id: ContactID, of person: CheckInFixture, to request: ContactRequest) async throws {
        let phone = person.phone
        let _: ContactView = try await person.fixture.ask { try $0.contacts.change(id, request, by: phone) }
        try await person.fixture.catchUp()
    }

    private func add(_ request: ContactRequest, by person: CheckInFixture) async throws -> ContactView {
        let phone = person.phone
        return try await person.fixture.ask { try $0.contacts.add(request, by: phone) }
    }

    @Test("Each address is asked for itself, and only one that has agreed is told")
    func eachAddress() async throws {
        let (person, id) = try await asked(phone: "+491701234567")
        #expect(person.post.mails.count == 1 && person.post.messages.count == 1)
        try await person.decide(id, .confirmed)
        try await person.checkIn()
        try await person.fixture.pass(.hours(24))
        #expect(person.post.mails.count == 2)
        #expect(person.post.messages.count == 1, "a stranger's number that never answered")
        #expect(try await person.contacts().first?.agreed == [.email])
        try await person.decide(id, .confirmed, by: .telephone)
        try await person.fixture.pass(.hours(24))
        #expect(person.post.messages.count == 2)
    }

    @Test("A link that went to one address says nothing for another")
    func foreignLink() async throws {
        let (person, id) = try await asked()
        try await person.decide(id, .confirmed, by: .telephone)
        #expect(try await person.contacts().first?.consent == .pending)
    }

    @Test("A number that is added to a contact disarms nothing: the address that has agreed is told in time")
    func addedInMidCycle() async throws {
        let (person, id) = try await asked()
        try await person.decide(id, .confirmed)
        try await person.checkIn()
        try await person.fixture.pass(.hours(23))
        try await change(
            id,
            of: person,
            to: ContactRequest(name: "Ben", email: "ben@example.org", phone: "+491701234567")
        )
        #expect(person.post.messages.count == 1, "the number is asked")
        #expect(try await person.contacts().first?.consent == .confirmed)
        try await person.fixture.pass(.hours(1))
        #expect(person.post.mails.count == 2)
        #expect(person.post.messages.count == 1)
    }

    @Test("A contact who refused at one address is written to at none, and not asked again when added anew")
    func refusal() async throws {
        let (person, id) = try await asked(phone: "+491701234567")
        try await person.decide(id, .confirmed)
        try await person.decide(id, .unsubscribed, by: .telephone)
        try await person.checkIn()
        try await person.fixture.pass(.hours(25))
        #expect(person.post.mails.count == 1 && person.post.messages.count == 1)
        let phone = person.phone
        _ = try await person.fixture.engine.write { try $0.contacts.remove(id, by: phone) }
        for request in [
            ContactRequest(name: "Ben", email: "BEN@example.org"),
            ContactRequest(name: "Ben", email: "new@example.org", phone: "+49 170 1234567"),
        ] {
            let problem = await #expect(throws: Problem.self) { _ = try await add(request, by: person) }
            #expect(problem?.kind == .conflict)
        }
        let carePhone = CarePhone(phone: "+491701234567", name: "Ana")
        await #expect(throws: Problem.self) {
            _ = try await person.fixture.engine.write { try $0.care.setPhone(carePhone, by: phone) }
        }
        #expect(person.post.mails.count == 1 && person.post.messages.count == 1)
    }

    @Test("A contact who has refused can still agree by the same letter")
    func changeOfMind() async throws {
        let (person, id) = try await asked()
        try await person.decide(id, .unsubscribed)
        try await person.decide(id, .confirmed)
        try await person.checkIn()
        try await person.fixture.pass(.hours(24))
        #expect(person.post.mails.count == 2)
    }

    @Test("A person can have ten requests for consent an hour sent, even if contacts are removed and added again")
    func questionsPerHour() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        let phone = person.phone
        for number in 0..<10 {
            let view = try await add(ContactRequest(name: "Ben", email: "b\(number)@example.org"), by: person)
            _ = try await person.fixture.engine.write { try $0.contacts.remove(view.id, by: phone) }
        }
        let problem = await #expect(throws: Problem.self) {
            _ = try await add(ContactRequest(name: "Ben", email: "one-more@example.org"), by: person)
        }
        #expect(problem?.kind == .rateLimited)
        try await person.fixture.pass(.hours(1))
        _ = try await add(ContactRequest(name: "Ben", email: "one-more@example.org"), by: person)
    }

    @Test("Messages that an unreachable provider never took do not use up the budget")
    func budget() async throws {
        let (person, id) = try await asked(nil, phone: "+491701234567", segmentsPerDay: 6)
        try await person.decide(id, .confirmed, by: .telephone)
        try await person.checkIn()
        let away = DeliveryOutcome.retry(after: .minutes(5), reason: .other("away"), indeterminate: false)
        for _ in 0..<12 { person.post.answer(away) }
        try await person.fixture.pass(.hours(26))
        #expect(person.post.messages.count == 1 + 12 + 1)
        #expect(try await person.letters().map(\.state) == [.accepted])
    }

    @Test("Questions use up half of a day's text messages at most; the rest is for who needs help")
    func reserve() async throws {
        let (person, _) = try await asked(nil, phone: "+491701234567", segmentsPerDay: 2)
        #expect(person.post.messages.isEmpty, "a question of two segments")
        let rich = try await asked(nil, phone: "+491701234567", segmentsPerDay: 4).person
        #expect(rich.post.messages.count == 1)
    }

}
