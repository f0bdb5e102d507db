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

    @Test("Follows the device that named them while nobody has chosen one, also for a question that waits")
    func follows() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        let own = try await add(ContactRequest(name: "Ben", email: "ben@example.org"), by: person)
        let carla = ContactRequest(name: "Carla", email: "carla@example.org", language: "en")
        let chosen = try await add(carla, by: person)
        let phone = person.phone
        #expect(own.contact.language == phone.locale && phone.locale == "en")
        var tablet = try await person.fixture.addDevice(besides: phone)
        tablet.locale = "fr"
        let other = tablet
        _ = try await person.fixture.engine.write { try $0.devices.change(DeviceChange(locale: "de"), of: other) }
        #expect(try await person.contacts().map(\.contact.language) == ["en", "en"], "it is not the tablet's language")
        _ = try await person.fixture.engine.write { try $0.devices.change(DeviceChange(locale: "zh-Hans"), of: phone) }
        let languages = try await person.contacts().map { [$0.contact.name, $0.contact.language] }
        #expect(Set(languages) == [["Ben", "zh-Hans"], ["Carla", "en"]])
        try await person.fixture.catchUp()
        #expect(Set(person.post.mails.map(\.language)) == ["zh-Hans", "en"])
        #expect(own.id != chosen.id)
    }

    @Test("Is kept from then on once it was chosen by a change, and follows on where a change names none")
    func chosenLater() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        let phone = person.phone
        for language in [nil, "en"] as [String?] {
            let view = try await add(ContactRequest(name: "Ben", email: "ben@example.org"), by: person)
            let request = ContactRequest(name: "Benno", email: "ben@example.org", language: language)
            let _: ContactView = try await person.fixture.ask { try $0.contacts.change(view.id, request, by: phone) }
        }
        _ = try await person.fixture.engine.write { try $0.devices.change(DeviceChange(locale: "zh-Hant"), of: phone) }
        #expect(Set(try await person.contacts().map(\.contact.language)) == ["zh-Hant", "en"])
    }

    @Test("Stays where an earlier version has stored it, which does not say whether it was chosen")
    func earlier() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        let phone = person.phone
        let view = try await add(ContactRequest(name: "Ben", email: "ben@example.org"), by: person)
        _ = try await person.fixture.engine.write { tx in
            var record = try #require(try tx.record(Contact.self, DocumentID(of: view.id)))
            record.body.followsLanguage = false
            try tx.put(record)
        }
        _ = try await person.fixture.engine.write { try $0.devices.change(DeviceChange(locale: "zh-Hant"), of: phone) }
        #expect(try await person.contacts().map(\.contact.language) == ["en"])
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
