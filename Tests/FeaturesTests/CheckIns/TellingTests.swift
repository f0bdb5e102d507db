import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing
import Wording

@Suite("What is said of telling the contacts")
struct TellingTests {
    private static let away = DeliveryOutcome.retry(after: .minutes(10), reason: .other("away"), indeterminate: false)
    private static let lost = DeliveryOutcome.retry(
        after: .minutes(10),
        reason: .timedOut("no answer"),
        indeterminate: true
    )

    private func person(
        _ kind: CheckInPlan.Kind = .standard,
        contacts: [String] = ["ben@example.org"]
    ) async throws -> CheckInFixture {
        let person = try await CheckInFixture()
        try await person.plan(kind)
        for contact in contacts { try await person.contact(contact) }
        try await person.fixture.catchUp()
        try await person.checkIn()
        return person
    }

    @Test("Contacts count as told once a server has taken their letter")
    func told() async throws {
        let person = try await person()
        try await person.fixture.pass(.hours(24))
        let telling = try #require(try await person.report().telling)
        #expect(telling.outcome == .told)
        #expect(telling.messages.map(\.state) == [.sent])
        #expect(telling.messages.first?.name == "Ben")
        #expect(person.titles(.contactsTold) == ["Your contacts have been told"])
    }

    @Test(
        "Without a contact nobody is told, and the person hears so, in every notice before the deadline and at it",
        arguments: [(CheckInPlan.Kind.standard, Stage.checkInDue), (.gentle, .checkInReminder)]
    )
    func nobody(kind: CheckInPlan.Kind, warning: Stage) async throws {
        let person = try await person(kind, contacts: [])
        let early = try await person.report()
        #expect(early.contacts == 0 && early.reachable == 0)
        try await person.fixture.pass(.hours(24) + kind.wait)
        #expect(try await person.report().telling?.outcome == .nobody)
        #expect(person.titles(.contactsTold) == ["Nobody has been told"])
        let warnings = person.bodies.filter { $0.contains("\"stage\":\"\(warning.rawValue)\"") }
        #expect(!warnings.isEmpty && warnings.allSatisfy { $0.contains("Nobody would be told") }, "\(warnings)")
        #expect(!person.bodies.contains { $0.contains("we write to your contacts") })
    }

    @Test("A gentle reminder says nothing of nobody where a contact would be told")
    func gentleReminder() async throws {
        let person = try await person(.gentle)
        try await person.fixture.pass(.hours(24))
        #expect(person.titles(.checkInReminder) == ["How are you today?"])
        #expect(!person.bodies.contains { $0.contains("Nobody would be told") })
    }

    @Test("While the mail server is away, contacts wait and are not told; the person hears when that changes")
    func waiting() async throws {
        let person = try await person()
        for _ in 0..<3 { person.post.answer(Self.away) }
        try await person.fixture.pass(.hours(24))
        #expect(person.titles(.contactsTold).isEmpty, "most letters are taken within seconds")
        try await person.fixture.pass(.minutes(2))
        let telling = try #require(try await person.report().telling)
        #expect(telling.outcome == .waiting)
        #expect(telling.messages.first?.reason == "away")
        #expect(person.titles(.contactsTold) == ["Your contacts have not been told yet"])
        try await person.fixture.pass(.hours(1))
        #expect(try await person.report().telling?.outcome == .told)
        #expect(
            person.titles(.contactsTold) == ["Your contacts have not been told yet", "Your contacts have been told"]
        )
    }

    @Test("News of one letter after a restart does not put off what the person is told 90 s after the deadline")
    func inTime() async throws {
        let before = try await person(contacts: ["ben@example.org", "carla@example.org"])
        let deadline = before.fixture.now + .hours(24)
        let soon = DeliveryOutcome.retry(after: .seconds(50), reason: .other("away"), indeterminate: false)
        before.post.answer(soon, Self.away)
        try await before.fixture.pass(until: deadline + .seconds(30))
        #expect(try await before.report().telling?.outcome == .waiting)
        let person = try before.restarted(hasMail: true)
        try await person.fixture.pass(until: deadline + .seconds(89))
        #expect(try await person.report().telling?.outcome == .partly)
        #expect(person.titles(.contactsTold).isEmpty, "most letters are taken within seconds")
        try await person.fixture.pass(until: deadline + .seconds(91))
        #expect(person.titles(.contactsTold) == ["Some of your contacts have been told"])
        try await person.fixture.pass(.minutes(15))
        #expect(
            person.titles(.contactsTold) == ["Some of your contacts have been told", "Your contacts have been told"]
        )
    }

    @Test("A contact whom a message may have reached may have been told, until a server has taken one")
    func uncertain() async throws {
        let person = try await person()
        person.post.answer(Self.lost, Self.away, Self.away)
        try await person.fixture.pass(.hours(24))
        try await person.fixture.pass(.minutes(15))
        let telling = try #require(try await person.report().telling)
        #expect(telling.outcome == .waiting && telling.isUncertain)
        #expect(telling.messages.map(\.state) == [.waiting])
        #expect(telling.messages.map(\.mayHaveArrived) == [true], "a later attempt has certainly failed")
        #expect(person.titles(.contactsTold) == ["Your contacts may have been told"])
        try await person.fixture.pass(.hours(1))
        let later = try #require(try await person.report().telling)
        #expect(later.outcome == .told && !later.isUncertain)
        #expect(later.messages.map(\.mayHaveArrived) == [false])
        #expect(person.titles(.contactsTold) == ["Your contacts may have been told", "Your contacts have been told"])
    }

    @Test("A message that may have arrived and is given up does not leave it said that nobody knows")
    func uncertainForGood() async throws {
        let person = try await person()
        person.post.answer(Self.lost, .rejected(reason: "no such mailbox"))
        try await person.fixture.pass(.hours(25))
        let telling = try #require(try await person.report().telling)
        #expect(telling.outcome == .failed && telling.isUncertain)
        #expect(telling.messages.map(\.state) == [.failed])
        #expect(!person.bodies.contains { $0.contains("Nobody knows") })
        #expect(try await person.contacts().first?.trouble.map(\.mayHaveArrived) == [true])
    }

    @Test("A vacation that begins while a contact may have been told does not turn that into nobody told")
    func uncertainBeforePause() async throws {
        let person = try await person()
        person.post.answer(Self.lost)
        try await person.fixture.pass(.hours(24))
        let report = try await person.plan(pausedUntil: person.fixture.now + .days(3))
        #expect(report.state == .paused)
        #expect(report.telling?.outcome == .failed && report.telling?.isUncertain == true)
        #expect(report.telling?.messages.map(\.name) == ["Ben"])
        #expect(try await person.checkIn().reassured.map(\.name) == ["Ben"])
    }

    @Test("Contacts whose addresses take nothing are not told, and the person hears why")
    func failed() async throws {
        let person = try await person()
        person.post.answer(.rejected(reason: "no such mailbox"))
        try await person.fixture.pass(.hours(24))
        let telling = try #require(try await person.report().telling)
        #expect(telling.outcome == .failed)
        #expect(telling.messages.map(\.state) == [.failed])
        #expect(telling.messages.first?.reason == "no such mailbox")
        #expect(try await person.contacts().first?.trouble.map(\.mayHaveArrived) == [false])
        #expect(person.titles(.contactsTold) == ["Your contacts could not be told"])
    }

    @Test("Where some contacts were told and others were not, nobody says that all were")
    func partly() async throws {
        let person = try await person(contacts: ["ben@example.org", "carla@example.org"])
        person.post.answer(.rejected(reason: "no such mailbox"))
        try await person.fixture.pass(.hours(24))
        let telling = try #require(try await person.report().telling)
        #expect(telling.outcome == .partly)
        #expect(Set(telling.messages.map(\.state)) == [.sent, .failed])
        #expect(person.titles(.contactsTold) == ["Some of your contacts have been told"])
    }

    @Test("Whoever was told knows also once they are taken out, and goes on counting")
    func takenOut() async throws {
        let person = try await person(contacts: ["ben@example.org", "carla@example.org"])
        person.post.answer(.rejected(reason: "no such mailbox"))
        try await person.fixture.pass(.hours(24))
        let messages = try #require(try await person.report().telling).messages
        let told = try #require(messages.first { $0.state == .sent }).contact
        let phone = person.phone
        _ = try await person.fixture.engine.write { try $0.contacts.remove(told, by: phone) }
        let telling = try #require(try await person.report().telling)
        #expect(telling.outcome == .partly)
        #expect(telling.messages.first { $0.contact == told }?.state == .sent)
        try await person.fixture.pass(.minutes(5))
        #expect(person.titles(.contactsTold) == ["Some of your contacts have been told"], "nothing else became true")
    }

    @Test("A letter that comes back takes the word back that somebody was told")
    func returned() async throws {
        let person = try await person()
        try await person.fixture.pass(.hours(24))
        let letter = try #require(person.post.mails.last)
        let report = DeliveryReport(
            letter: LetterMessageID(delivery: letter.id, alarm: letter.alarm),
            action: .failed,
            status: "5.1.1"
        )
        _ = try await person.fixture.engine.take(report)
        try await person.fixture.catchUp()
        let telling = try #require(try await person.report().telling)
        #expect(telling.outcome == .failed)
        #expect(telling.messages.map(\.state) == [.returned])
        #expect(
            person.titles(.contactsTold) == ["Your contacts have been told", "Your contacts could not be told"]
        )
        #expect(try await person.contacts().first?.trouble.first?.isReturned == true)
    }

    @Test("Nothing is said of contacts once the person has checked in")
    func overtaken() async throws {
        let person = try await person()
        for _ in 0..<3 { person.post.answer(Self.away) }
        try await person.fixture.pass(.hours(24))
        try await person.checkIn()
        try await person.fixture.pass(.hours(1))
        #expect(person.titles(.contactsTold).isEmpty)
        #expect(try await person.report().telling == nil)
    }

    @Test("A contact who agrees after the deadline is told at once, by a first letter, and again with the others")
    func late() async throws {
        let person = try await person(contacts: ["ben@example.org"])
        try await person.fixture.pass(.hours(25))
        try await person.contact("carla@example.org")
        try await person.fixture.catchUp()
        let letter = try #require(person.post.mails.last)
        #expect(letter.recipient.address.text == "carla@example.org")
        #expect(letter.subject.hasPrefix("Ana has not checked in for "))
        #expect(try await person.report().telling?.messages.count == 2)
        try await person.fixture.pass(.hours(24))
        let subjects = person.post.mails.suffix(2).map(\.subject)
        #expect(subjects.allSatisfy { $0.hasPrefix("Still no check-in from Ana") }, "\(subjects)")
    }

    @Test("A contact who agrees after the last letter to the others is told all the same")
    func veryLate() async throws {
        let person = try await person()
        try await person.fixture.pass(.hours(80))
        try await person.contact("carla@example.org")
        try await person.fixture.catchUp()
        let letter = try #require(person.post.mails.last)
        #expect(letter.recipient.address.text == "carla@example.org")
        #expect(letter.subject.hasPrefix("Ana has not checked in for "))
        try await person.checkIn()
        try await person.fixture.catchUp()
        #expect(person.post.mails.suffix(2).allSatisfy { $0.subject.hasPrefix("All clear") })
    }

    @Test("Whoever agrees at an address that was changed after the deadline is told at once, by a first letter")
    func moved() async throws {
        let person = try await person()
        try await person.fixture.pass(.hours(25))
        let id = try #require(try await person.contacts().first?.id)
        let phone = person.phone
        let request = ContactRequest(name: "Ben", email: "carla@example.org", phone: nil, language: "en")
        let _: ContactView = try await person.fixture.ask { try $0.contacts.change(id, request, by: phone) }
        try await person.fixture.catchUp()
        let former = try #require(try await person.report().telling)
        #expect(former.messages.map(\.name) == [CheckInSettings.unnamed], "the new address has no letter yet")
        try await person.decide(id, .confirmed)
        try await person.fixture.catchUp()
        let letter = try #require(person.post.mails.last)
        #expect(letter.recipient.address.text == "carla@example.org")
        #expect(letter.subject.hasPrefix("Ana has not checked in for "))
        let telling = try #require(try await person.report().telling)
        #expect(Set(telling.messages.map(\.name)) == [CheckInSettings.unnamed, "Ben"])
        #expect(telling.messages.map(\.state) == [.sent, .sent])
    }

    @Test("Whoever agrees after the person is back is told nothing")
    func tooLate() async throws {
        let person = try await person()
        try await person.fixture.pass(.hours(25))
        try await person.checkIn()
        try await person.fixture.catchUp()
        let count = person.post.mails.count
        try await person.contact("carla@example.org")
        try await person.fixture.catchUp()
        #expect(person.post.mails.count == count + 1, "the question alone")
    }

    @Test("A relay without a mail server keeps an alert, and sends it once it is started with one again")
    func withoutMail() async throws {
        let (store, clock) = (InMemoryStore(), TestClock())
        let person = try await CheckInFixture(store: store, clock: clock)
        try await person.plan()
        try await person.contact()
        try await person.checkIn()
        let bare = try await CheckInFixture(hasMail: false, store: store, clock: clock)
        try await bare.fixture.pass(.hours(70))
        let waiting = try await person.report().telling
        #expect(waiting?.outcome == .waiting)
        #expect(waiting?.messages.count == 1)
        #expect(waiting?.messages.first?.reason == nil, "the relay that tells of it has a mail server")
        let health = await bare.fixture.engine.examine()
        #expect(health.checks.first { $0.name == .letters }?.status == .degraded)
        #expect(!health.refusesRequests)
        let again = try await CheckInFixture(store: store, clock: clock)
        try await again.fixture.pass(.minutes(2))
        #expect(again.post.mails.map(\.subject) == ["Ana has not checked in for 70 hours"])
        #expect(try await person.report().telling?.outcome == .told)
    }

    @Test("The deadline of a gentle check-in is when the contacts are told, not when the person was reminded")
    func gentle() async throws {
        let person = try await person(.gentle)
        let start = person.fixture.now
        try await person.fixture.pass(.hours(48))
        let body = try #require(person.bodies.last)
        let zone = try #require(person.fixture.engine.zones.rules(for: person.phone.timeZone))
        let deadline = TimeText.moment(start + .hours(48), in: zone, .english)
        #expect(body.contains(deadline), "\(body) names \(deadline)")
        let letter = try #require(person.post.mails.last)
        #expect(!letter.text.contains("second letter"), "this kind has one")
    }
}
