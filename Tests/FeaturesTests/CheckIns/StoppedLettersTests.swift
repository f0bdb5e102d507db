import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("Letters that are stopped")
struct StoppedLettersTests {
    /// The link by which a contact allows that they are asked again, as the page shows it.
    private func allowing(_ id: ContactID, of person: CheckInFixture) async throws -> Capability? {
        let engine = person.fixture.engine
        let token = try await person.link(of: id)
        return try await engine.read { snapshot in
            try engine.contact(for: token, in: snapshot).flatMap { found in
                try engine.allowing(found.contact.body, by: found.medium, of: found.contact.owner, in: snapshot)
            }
        }
    }

    @Test("An address that stands twice with one person is stopped as one")
    func twins() async throws {
        let person = try await CheckInFixture()
        let ben = try await person.contact()
        let twin = try await person.contact("BEN@example.org")
        try await person.plan()
        try await person.decide(ben, .unsubscribed)
        #expect(try await person.contacts().map(\.consent) == [.unsubscribed, .unsubscribed])
        let sent = person.post.mails.count
        try await person.checkIn()
        try await person.fixture.pass(.hours(50))
        #expect(person.post.mails.count == sent, "\(twin) is the same reader")
    }

    @Test("Whoever stops letters about anybody gets none about anybody else, who sees it")
    func everybody() async throws {
        let (store, clock) = (InMemoryStore(), TestClock())
        let ana = try await CheckInFixture(store: store, clock: clock)
        let other = try await CheckInFixture(store: store, clock: clock, seed: 2)
        let atAna = try await ana.contact()
        try await other.contact()
        try await other.plan()
        try await other.checkIn()
        let stop = try await ana.link(of: atAna)
        #expect(try await ana.fixture.engine.write { try $0.contacts.stopAll(stop) })
        #expect(try await other.contacts().map(\.consent) == [.unsubscribed])
        #expect(try await other.report().contacts == 0)
        let sent = other.post.mails.count
        try await other.fixture.pass(.hours(50))
        #expect(other.post.mails.count == sent)
    }

    @Test("A contact who stopped letters and was removed can be asked again once they allow it, and not before")
    func comesBack() async throws {
        let person = try await CheckInFixture()
        let id = try await person.contact()
        try await person.decide(id, .unsubscribed)
        let allow = try #require(try await allowing(id, of: person))
        let phone = person.phone
        _ = try await person.fixture.engine.write { try $0.contacts.remove(id, by: phone) }
        let problem = await #expect(throws: Problem.self) { try await person.contact() }
        #expect(problem?.kind == .conflict)
        #expect(problem?.detail.contains("until they allow it") == true)
        #expect(try await person.fixture.engine.write { try $0.contacts.allow(allow) })
        try await person.contact()
        #expect(try await person.contacts().map(\.consent) == [.confirmed])
    }

    @Test("Allowing to be asked again brings no former letters back")
    func allowsQuestionsOnly() async throws {
        let (store, clock) = (InMemoryStore(), TestClock())
        let ana = try await CheckInFixture(store: store, clock: clock)
        let other = try await CheckInFixture(store: store, clock: clock, seed: 2)
        let atAna = try await ana.contact()
        let atOther = try await other.contact()
        let stop = try await ana.link(of: atAna)
        _ = try await ana.fixture.engine.write { try $0.contacts.stopAll(stop) }
        let allow = try #require(try await allowing(atAna, of: ana))
        #expect(try await ana.fixture.engine.write { try $0.contacts.allow(allow) })
        #expect(try await other.contacts().map(\.consent) == [.unsubscribed])
        try await other.fixture.pass(.seconds(1))
        try await other.decide(atOther, .confirmed)
        #expect(try await other.contacts().map(\.consent) == [.confirmed])
    }

    @Test("A link of somebody else's allows nothing")
    func foreignLink() async throws {
        let person = try await CheckInFixture()
        let id = try await person.contact()
        try await person.decide(id, .unsubscribed)
        let wrong = try await person.link(of: id).serving(.allow)
        #expect(try await !person.fixture.engine.write { try $0.contacts.allow(wrong) })
    }

    @Test("Whoever stopped letters about anybody and was removed can be asked again once they allow it")
    func comesBackFromAll() async throws {
        let person = try await CheckInFixture()
        let id = try await person.contact(phone: "+491701234567")
        let stop = try await person.link(of: id)
        #expect(try await person.fixture.engine.write { try $0.contacts.stopAll(stop) })
        let allow = try #require(try await allowing(id, of: person))
        let phone = person.phone
        _ = try await person.fixture.engine.write { try $0.contacts.remove(id, by: phone) }
        #expect(try await person.fixture.engine.write { try $0.contacts.allow(allow) })
        try await person.fixture.pass(.seconds(1))
        try await person.contact(phone: "+491701234567")
        #expect(try await person.contacts().map(\.consent) == [.confirmed])
    }

    @Test("A contact who stopped letters is asked again by their person once they allow it, and not before")
    func askedAgain() async throws {
        let person = try await CheckInFixture()
        let id = try await person.contact()
        let (stop, phone) = (try await person.link(of: id), person.phone)
        #expect(try await person.fixture.engine.write { try $0.contacts.stopAll(stop) })
        let problem = try await expectProblem(.conflict) {
            let _: ContactView = try await person.fixture.ask { try $0.contacts.askAgain(id, by: phone) }
        }
        #expect(problem.detail.contains("until they allow it"), "not that there is nothing to ask")
        let allow = try #require(try await allowing(id, of: person))
        #expect(try await person.fixture.engine.write { try $0.contacts.allow(allow) })
        let sent = person.post.mails.count
        try await person.fixture.pass(.seconds(1))
        let asked: ContactView = try await person.fixture.ask { try $0.contacts.askAgain(id, by: phone) }
        #expect(asked.consent == .pending && asked.agreed.isEmpty)
        try await person.fixture.catchUp()
        #expect(person.post.mails.count == sent + 1)
        try await person.decide(id, .confirmed)
        #expect(try await person.contacts().map(\.consent) == [.confirmed])
    }

    @Test("Whoever agrees anew by e-mail is written to there, also where they agreed by telephone throughout")
    func oneMedium() async throws {
        let (store, clock) = (InMemoryStore(), TestClock())
        let ana = try await CheckInFixture(store: store, clock: clock)
        let other = try await CheckInFixture(store: store, clock: clock, seed: 2)
        let id = try await ana.contact(phone: "+491701234567")
        let stop = try await other.link(of: other.contact())
        try await ana.fixture.pass(.seconds(1))
        #expect(try await other.fixture.engine.write { try $0.contacts.stopAll(stop) })
        #expect(try await ana.contacts().first?.agreed == [.sms])
        try await ana.fixture.pass(.seconds(1))
        try await ana.decide(id, .confirmed)
        #expect(try await ana.contacts().first?.agreed == [.email, .sms])
    }

    @Test("Whoever agrees in the moment in which letters were stopped has agreed, and is told of what is missed")
    func agreesAtOnce() async throws {
        let person = try await CheckInFixture()
        let id = try await person.contact()
        try await person.plan()
        try await person.checkIn()
        try await person.fixture.pass(.hours(25))
        let stop = try await person.link(of: id)
        #expect(try await person.fixture.engine.write { try $0.contacts.stopAll(stop) })
        #expect(try await person.contacts().map(\.consent) == [.unsubscribed])
        try await person.decide(id, .confirmed)
        #expect(try await person.contacts().map(\.consent) == [.confirmed])
        #expect(try await person.report().contacts == 1)
        try await person.fixture.pass(.hours(24))
        #expect(person.post.mails.last?.subject == "Still no check-in from Ana after 48 hours")
    }

    @Test("Whoever stops letters and says in the same moment that they reached the person is heard")
    func reachesAtOnce() async throws {
        let person = try await CheckInFixture()
        let id = try await person.contact()
        try await person.plan()
        try await person.checkIn()
        try await person.fixture.pass(.hours(25))
        let stop = try await person.link(of: id)
        #expect(try await person.fixture.engine.write { try $0.contacts.stopAll(stop) })
        #expect(try await person.reach(by: id))
        #expect(try await person.report().telling?.reached?.name == "Ben")
        #expect(person.titles(.reached) == ["Somebody has reached you"])
    }
}
