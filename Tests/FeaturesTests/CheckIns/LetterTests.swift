import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("Letters to contacts")
struct LetterTests {
    private func missing(_ contacts: (CheckInFixture) async throws -> Void) async throws -> CheckInFixture {
        let person = try await CheckInFixture()
        try await person.plan()
        try await contacts(person)
        try await person.fixture.catchUp()
        try await person.checkIn(at: try Place(latitude: 52.5163, longitude: 13.3777))
        try await person.fixture.pass(.hours(24))
        return person
    }

    @Test("A contact is asked once, by a letter with a link to agree and one to refuse, and told nothing before")
    func confirmation() async throws {
        let person = try await missing { person in try await person.contact(agrees: false) }
        #expect(person.post.mails.count == 1)
        let letter = try #require(person.post.mails.first)
        #expect(letter.text.contains("https://relay.example.org/contact/confirm?t="))
        #expect(letter.text.contains("https://relay.example.org/contact/unsubscribe?t="))
        #expect(letter.recipient.address.text == "ben@example.org")
        #expect(letter.text.contains("Ana"))
    }

    @Test("A missed check-in says who, for how long, since when, and where")
    func missed() async throws {
        let person = try await missing { person in try await person.contact() }
        let letter = try #require(person.post.mails.last)
        #expect(person.post.mails.count == 2)
        #expect(letter.subject.contains("Ana"))
        for word in ["24", "openstreetmap.org", "52.5163"] { #expect(letter.text.contains(word), "\(letter.text)") }
        #expect(letter.html.contains("openstreetmap.org"))
        #expect(letter.unsubscribe?.contains("/contact/unsubscribe?t=") == true)
    }

    @Test("A place says as of when; one that is forgotten with its check-in is told no more")
    func placeAges() async throws {
        let person = try await missing { person in try await person.contact() }
        try await person.checkIn()
        try await person.fixture.pass(.hours(24))
        let shared = try #require(person.post.mails.dropFirst().first).text.split(separator: "\n")
        let told = try #require(person.post.mails.last).text.split(separator: "\n")
        let asOf = try #require(shared.first { $0.hasPrefix("Place as of: ") })
        #expect(told.contains(asOf), "shared a day earlier, and says so")
        for _ in 0..<CheckInLimits.kept {
            try await person.checkIn()
            try await person.fixture.pass(.hours(2))
        }
        try await person.fixture.pass(.hours(24))
        #expect(try #require(person.post.mails.last).text.contains("Last known place: not shared"))
    }

    @Test("Each contact is written to in their own language", arguments: [("zh-TW", "zh-Hant"), ("zh-CN", "zh-Hans")])
    func ownLanguage(tag: String, expected: String) async throws {
        let person = try await missing { person in try await person.contact(language: tag) }
        let letter = try #require(person.post.mails.last)
        #expect(letter.language == expected)
        #expect(letter.text.contains("小時") || letter.text.contains("小时"), "\(letter.text)")
    }

    @Test("Once the person checks in, only the contacts who were told get the all-clear, as a reply")
    func allClear() async throws {
        let person = try await missing { person in
            try await person.contact()
            try await person.contact("carla@example.org", agrees: false)
        }
        let alert = try #require(person.post.mails.last)
        try await person.checkIn()
        try await person.fixture.catchUp()
        let letter = try #require(person.post.mails.last)
        #expect(letter.recipient == alert.recipient)
        #expect(letter.inReplyTo == alert.id)
        #expect(person.post.mails.count == 4, "two questions, one alert, one all-clear")
        try await person.checkIn()
        try await person.fixture.catchUp()
        #expect(person.post.mails.count == 4, "one all-clear is enough")
    }

    @Test("An operator's policy may tell contacts at other hours: the first letter is still the first")
    func ladder() async throws {
        var policy = EscalationPolicy.gentleCheckIn
        policy.steps[1].offset = .hours(30)
        policy.steps.append(EscalationStep(offset: .hours(54), audience: .contacts, stage: .alert))
        let person = try await CheckInFixture(policies: [policy.name: policy])
        try await person.contact()
        try await person.plan(.gentle)
        try await person.checkIn()
        try await person.fixture.pass(.hours(24 + 54))
        let subjects = person.post.mails.suffix(2).map(\.subject)
        #expect(subjects.first?.hasPrefix("Ana has not checked in for ") == true, "\(subjects)")
        #expect(subjects.last?.hasPrefix("Still no check-in from Ana after ") == true, "\(subjects)")
    }

    @Test("A contact who was told by a snooze that it is over is not told again when the next cycle ends")
    func snoozedAllClear() async throws {
        let person = try await missing { person in try await person.contact() }
        let phone = person.phone
        _ = try await person.fixture.engine.write { try $0.checkIns.snooze(by: phone) }
        try await person.fixture.catchUp()
        #expect(person.post.mails.count == 3, "a question, an alert, an all-clear")
        try await person.checkIn()
        try await person.fixture.catchUp()
        #expect(person.post.mails.count == 3)
    }

    @Test("Days after the last letter the all-clear still goes out")
    func lateAllClear() async throws {
        let person = try await missing { person in try await person.contact() }
        try await person.fixture.pass(.days(6))
        #expect(person.post.mails.count == 3)
        try await person.checkIn()
        try await person.fixture.catchUp()
        #expect(person.post.mails.count == 4)
    }

    @Test("A contact who has unsubscribed gets no more letters, and the person sees it")
    func unsubscribed() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        let id = try await person.contact()
        try await person.fixture.catchUp()
        try await person.decide(id, .unsubscribed)
        try await person.checkIn()
        try await person.fixture.pass(.hours(30))
        #expect(person.post.mails.count == 1)
        let phone = person.phone
        let list = try await person.fixture.engine.read { try person.fixture.engine.contacts(of: phone, in: $0) }
        #expect(list.contacts.map(\.consent) == [.unsubscribed])
    }

    @Test("A telephone gets the same as a text message, within the day's budget")
    func messages() async throws {
        let person = try await missing { person in try await person.contact(phone: "+49 170 1234567") }
        #expect(person.post.mails.count == 2)
        #expect(person.post.messages.count == 2, "a question, and an alert")
        let poor = try await CheckInFixture(segmentsPerDay: 0)
        try await poor.plan()
        try await poor.contact(phone: "+491701234567")
        try await poor.checkIn()
        try await poor.fixture.pass(.hours(24))
        #expect(poor.post.messages.isEmpty)
        try await poor.fixture.pass(.days(32))
        #expect(
            try await poor.letters().filter { $0.order.destination.isTelephone }.allSatisfy { $0.state == .expired }
        )
        #expect(try await poor.contacts().first?.trouble.map(\.medium) == [.sms])
    }

    @Test("A letter that the server puts off is sent again under the same name; one that it refuses is not")
    func trouble() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        try await person.contact()
        try await person.fixture.catchUp()
        person.post.answer(.retry(after: nil, reason: .other("greylisted"), indeterminate: false))
        try await person.checkIn()
        try await person.fixture.pass(.hours(25))
        let letters = person.post.mails.dropFirst()
        #expect(letters.count == 2)
        #expect(Set(letters.map(\.id)).count == 1)
        person.post.answer(.rejected(reason: "no such mailbox"))
        try await person.fixture.pass(.hours(24))
        #expect(person.post.mails.count == 4)
    }

    @Test("A check-in while a letter waits to be sent again puts an end to it")
    func overtaken() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        try await person.contact()
        try await person.fixture.catchUp()
        person.post.answer(.retry(after: .minutes(10), reason: .other("busy"), indeterminate: false))
        try await person.checkIn()
        try await person.fixture.pass(.hours(24))
        #expect(person.post.mails.count == 2)
        try await person.checkIn()
        try await person.fixture.pass(.hours(1))
        let alerts = try await person.letters()
        #expect(alerts.map(\.state) == [.superseded])
    }

    @Test("A contact who was removed is written to no more")
    func removed() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        let id = try await person.contact()
        let phone = person.phone
        _ = try await person.fixture.engine.write { try $0.contacts.remove(id, by: phone) }
        try await person.checkIn()
        try await person.fixture.pass(.hours(30))
        #expect(person.post.mails.count == 1, "the question whether they agree")
    }

    @Test(
        "An address that is none is refused, with the place",
        arguments: [
            (ContactRequest(name: "Ben", email: "ben@example"), "/email"),
            (ContactRequest(name: "Ben", phone: "0170 1234567"), "/phone"),
            (ContactRequest(name: "Ben"), "/email"),
        ]
    )
    func badAddress(request: ContactRequest, pointer: String) async throws {
        let person = try await CheckInFixture()
        let phone = person.phone
        let problem = await #expect(throws: Problem.self) {
            _ = try await person.fixture.engine.write { try $0.contacts.add(request, by: phone) }
        }
        #expect(problem?.pointer == pointer)
    }
}
