import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Testing

@Suite("What a person reads of a relay that has lost a way to contacts")
struct MissingWayTests {
    @Test("After a start without a mail server, contacts, own addresses and the card say that e-mail waits")
    func views() async throws {
        let before = try await CheckInFixture()
        try await before.contact(phone: "+886912345678")
        let phone = before.phone
        let own = OwnAddresses(email: "ana@example.org", phone: "+886912345679")
        let _: ContactView = try await before.fixture.ask { try $0.checkIns.setOwnAddresses(own, by: phone) }
        let card = EmergencyCard(words: "The cat is Milo.", isInLetters: true)
        let _: EmergencyCardView = try await before.fixture.ask { try $0.checkIns.setCard(card, by: phone) }
        let states: [(CheckInFixture, Set<Destination.Medium>)] = [
            (before, []), (try before.restarted(hasSMS: true), [.email]), (try before.restarted(), [.email, .sms]),
        ]
        for (person, unreached) in states {
            let engine = person.fixture.engine
            #expect(try await person.contacts().map(\.unreached) == [unreached])
            #expect(try await engine.read { try engine.ownAddresses(of: phone, in: $0).unreached } == unreached)
            let view = try await engine.read { try engine.card(of: phone.person, in: $0) }
            #expect(view.recipients == ["Ben"])
            #expect(view.isWaiting == unreached.contains(.email))
        }
    }

    @Test("An alert that waits says why it waits now, not what a server said that is no longer there")
    func reason() async throws {
        let before = try await CheckInFixture()
        try await before.contact()
        try await before.plan()
        try await before.checkIn()
        let refused = RetryReason.other("connection refused by mail.example.org")
        before.post.answer(.retry(after: .minutes(30), reason: refused, indeterminate: false))
        try await before.fixture.pass(.hours(24))
        #expect(try await before.report().telling?.messages.map(\.reason) == [refused.description])
        let person = try before.restarted()
        #expect(try await person.report().telling?.messages.map(\.reason) == ["no mail server is configured"])
    }

    @Test("While no e-mail gets through, contacts, own addresses, the card and the status say so, and why")
    func nothingGetsThrough() async throws {
        let person = try await CheckInFixture()
        let phone = person.phone
        try await person.plan(isOn: false)
        let card = EmergencyCard(words: "The cat is Milo.", isInLetters: true)
        let _: EmergencyCardView = try await person.fixture.ask { try $0.checkIns.setCard(card, by: phone) }
        let own = OwnAddresses(email: "ana@example.org")
        let reason = RetryReason.unreachable("no connection")
        person.post.answer(.retry(after: .minutes(10), reason: reason, indeterminate: false))
        let _: ContactView = try await person.fixture.ask { try $0.checkIns.setOwnAddresses(own, by: phone) }
        try await person.fixture.catchUp()
        person.post.answer(.retry(after: .minutes(10), reason: reason, indeterminate: false))
        try await person.contact(agrees: false)
        let engine = person.fixture.engine
        let delay = MediumDelay(medium: .email, since: person.fixture.now, reason: reason.description)
        #expect(try await person.contacts().map(\.delayed) == [[delay]])
        #expect(try await engine.read { try engine.ownAddresses(of: phone, in: $0).delayed } == [delay])
        #expect(try await engine.read { try engine.card(of: phone.person, in: $0).delay } == delay)
        #expect(try await person.report().delayed == [delay])
        try await person.fixture.pass(.minutes(30))
        #expect(try await person.contacts().map(\.delayed) == [[]])
        #expect(try await person.report().delayed.isEmpty)
    }

    @Test("Once nothing waits any more, no way is said to be in trouble for long, whether or not its server is back")
    func nothingWaits() async throws {
        let person = try await CheckInFixture()
        try await person.contact()
        try await person.plan()
        try await person.checkIn()
        let away = RetryReason.unreachable("no connection")
        for _ in 0..<9 { person.post.answer(.retry(after: .minutes(5), reason: away, indeterminate: false)) }
        try await person.fixture.pass(.hours(24) + .minutes(3) + .seconds(30))
        func letters() async throws -> HealthCheck {
            try #require(await person.fixture.engine.examine().checks.first { $0.name == .letters })
        }
        #expect(try await person.report().delayed.map(\.medium) == [.email])
        #expect(try await letters().status == .degraded)
        let reason = "nothing has got through by email for 3 min; what waits is tried again: no connection"
        #expect(try await letters().reason == reason)
        try await person.checkIn()
        try await person.fixture.pass(.minutes(40))
        #expect(try await person.report().delayed.isEmpty)
        #expect(try await letters().status == .ok)
    }

    @Test("After a letter whose answer was lost nobody says that nothing gets through, and one that is taken ends it")
    func uncertain() async throws {
        let person = try await CheckInFixture()
        try await person.contact()
        try await person.plan()
        try await person.checkIn()
        let lost = RetryReason.interrupted("the connection failed")
        let away = RetryReason.unreachable("no connection")
        person.post.answer(
            .retry(after: .minutes(30), reason: lost, indeterminate: true),
            .retry(after: .minutes(30), reason: away, indeterminate: false)
        )
        try await person.fixture.pass(.hours(24))
        #expect(try await person.report().delayed.map(\.isUncertain) == [true])
        try await person.fixture.pass(.minutes(45))
        let later = try await person.report()
        #expect(later.delayed.map(\.reason) == [away.description])
        #expect(later.delayed.map(\.isUncertain) == [true], "the first one may have arrived all the same")
        #expect(later.telling?.messages.map(\.mayHaveArrived) == [true])
        try await person.fixture.pass(.hours(1))
        #expect(try await person.report().delayed.isEmpty)
    }

    @Test("After a start without a mail server the status says by what contacts can be neither told nor asked")
    func status() async throws {
        let before = try await CheckInFixture()
        try await before.plan()
        try await before.contact(agrees: false)
        try await before.checkIn()
        #expect(try await before.report().unreached.isEmpty)
        let report = try await before.restarted().report()
        #expect(report.asked == 1 && report.unreached == [.email])
        #expect(try await before.restarted(hasMail: true).report().unreached.isEmpty)
    }

    @Test("The status says by what the relay can write, and an address of another kind is refused in plain words")
    func ways() async throws {
        let before = try await CheckInFixture()
        try await before.plan()
        try await before.checkIn()
        #expect(try await before.report().ways == [.email, .sms])
        #expect(try await before.restarted(hasSMS: true).report().ways == [.sms])
        let person = try before.restarted()
        #expect(try await person.report().ways == [])
        let refusal = await #expect(throws: Problem.self) {
            let request = ContactRequest(name: "Ben", email: "ben@example.org", phone: nil, language: "en")
            let _: ContactView = try await person.fixture.ask { try $0.contacts.add(request, by: before.phone) }
        }
        #expect(refusal?.kind == .noChannel)
        #expect(refusal?.detail == "this relay sends no e-mail: its operator has to configure a mail server (SMTP)")
        try await person.fixture.pass(.hours(24))
        let body = try #require(person.bodies.last)
        #expect(body.contains("this relay is not set up to ask one"), "\(body)")
        #expect(!body.contains("name a contact"), "\(body)")
    }

    @Test("A question that is to be tried again is said to wait, also once mail gets through, and is not asked anew")
    func questionWaits() async throws {
        let person = try await CheckInFixture()
        let phone = person.phone
        try await person.plan()
        let reason = RetryReason.unreachable("no connection")
        person.post.answer(.retry(after: .minutes(30), reason: reason, indeterminate: false))
        let ben = try await person.contact(agrees: false)
        try await person.contact("carla@example.org", agrees: false)
        let contacts = try await person.contacts()
        #expect(contacts.allSatisfy { $0.delayed.isEmpty }, "mail gets through again")
        #expect(contacts.filter { !$0.waiting.isEmpty }.map(\.id) == [ben])
        #expect(contacts.first { $0.id == ben }?.waiting == [.email])
        #expect(try await person.report().waiting == [.email])
        let refusal = await #expect(throws: Problem.self) {
            let _: ContactView = try await person.fixture.ask { try $0.contacts.askAgain(ben, by: phone) }
        }
        #expect(refusal?.kind == .conflict)
        #expect(refusal?.detail.contains("has not gone out yet") == true, "\(String(describing: refusal))")
        try await person.fixture.pass(.minutes(31))
        #expect(try await person.contacts().allSatisfy { $0.waiting.isEmpty })
        #expect(try await person.report().waiting.isEmpty)
    }

    @Test("The question to an own address is said to wait as one to a contact is")
    func ownQuestionWaits() async throws {
        let person = try await CheckInFixture()
        let (phone, engine) = (person.phone, person.fixture.engine)
        try await person.plan()
        let reason = RetryReason.other("busy", concernsChannel: false)
        person.post.answer(.retry(after: .minutes(30), reason: reason, indeterminate: false))
        let own = OwnAddresses(email: "ana@example.org")
        let asked: ContactView = try await person.fixture.ask { try $0.checkIns.setOwnAddresses(own, by: phone) }
        #expect(asked.waiting.isEmpty, "nothing has failed yet")
        try await person.fixture.catchUp()
        #expect(try await engine.read { try engine.ownAddresses(of: phone, in: $0).waiting } == [.email])
        try await person.fixture.pass(.minutes(31))
        #expect(try await engine.read { try engine.ownAddresses(of: phone, in: $0).waiting }.isEmpty)
    }

    @Test("A missed deadline is not said to need a reminder of a question that has not gone out")
    func missedUnasked() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        try await person.checkIn()
        try await person.fixture.pass(.hours(20))
        let reason = RetryReason.unreachable("no connection")
        person.post.answer(.retry(after: .hours(10), reason: reason, indeterminate: false))
        try await person.contact(agrees: false)
        try await person.fixture.pass(.hours(4))
        let body = try #require(person.bodies.last)
        #expect(body.contains("a message that asks has not gone out"), "\(body)")
        #expect(!body.contains("remind them"), "\(body)")
    }

    @Test("A contact who is asked again too soon is not to be waited for where the relay cannot send the question")
    func askedInVain() async throws {
        let before = try await CheckInFixture()
        let id = try await before.contact(agrees: false)
        let person = try before.restarted()
        let phone = person.phone
        let refusal = await #expect(throws: Problem.self) {
            let _: ContactView = try await person.fixture.ask { try $0.contacts.askAgain(id, by: phone) }
        }
        #expect(refusal?.kind == .conflict)
        #expect(refusal?.detail.contains("no mail server is configured") == true, "\(String(describing: refusal))")
        let usual = await #expect(throws: Problem.self) {
            let _: ContactView = try await before.fixture.ask { try $0.contacts.askAgain(id, by: phone) }
        }
        #expect(usual?.kind == .rateLimited)
    }

    @Test("Contacts who were asked and have not answered are counted, and the person is told to remind them")
    func asked() async throws {
        let person = try await CheckInFixture()
        try await person.contact(agrees: false)
        let carla = try await person.contact("carla@example.org", agrees: false)
        try await person.plan()
        try await person.checkIn()
        #expect(try await person.report().contacts == 0)
        #expect(try await person.report().asked == 2)
        try await person.decide(carla, .unsubscribed)
        #expect(try await person.report().asked == 1)
        try await person.fixture.pass(.hours(24))
        let body = try #require(person.bodies.last)
        #expect(body.contains("nobody whom you asked has agreed to be told yet"), "\(body)")
        #expect(!body.contains("name a contact"), "\(body)")
    }
}
