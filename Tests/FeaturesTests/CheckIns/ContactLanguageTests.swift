import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Testing

@Suite("The language of a contact")
struct ContactLanguageTests {
    private func add(_ request: ContactRequest, by person: CheckInFixture) async throws -> ContactView {
        let phone = person.phone
        return try await person.fixture.ask { try $0.contacts.add(request, by: phone) }
    }

    @Test("Is that of the device that names them where none is given, and stays when they are changed without one")
    func inherited() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        var phone = person.phone
        phone.locale = "zh-Hant-TW"
        let device = phone
        let added: ContactView = try await person.fixture.ask {
            try $0.contacts.add(ContactRequest(name: "Ben", email: "ben@example.org"), by: device)
        }
        #expect(added.contact.language == "zh-Hant-TW")
        let changed: ContactView = try await person.fixture.ask {
            try $0.contacts.change(added.id, ContactRequest(name: "Benno", email: "ben@example.org"), by: person.phone)
        }
        #expect(changed.contact.language == "zh-Hant-TW")
        try await person.fixture.catchUp()
        #expect(person.post.mails.last?.language == "zh-Hant")
    }

    @Test("Is refused where it is no language tag, and the refusal names the languages that the relay writes")
    func malformed() async throws {
        let person = try await CheckInFixture()
        let problem = await #expect(throws: Problem.self) {
            try await add(ContactRequest(name: "Ben", email: "ben@example.org", language: "??"), by: person)
        }
        #expect(problem?.kind == .malformed)
        #expect(problem?.pointer == "/language")
        #expect(problem?.detail.contains("English, Traditional and Simplified Chinese") == true)
    }
}
