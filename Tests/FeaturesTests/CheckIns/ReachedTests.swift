import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("A contact who has reached the person")
struct ReachedTests {
    /// A person who has missed a check-in, and whose two contacts were told.
    private func missing() async throws -> (person: CheckInFixture, ben: ContactID, carla: ContactID) {
        let person = try await CheckInFixture()
        try await person.plan()
        let ben = try await person.contact()
        let carla = try await person.contact("carla@example.org")
        try await person.checkIn()
        try await person.fixture.pass(.hours(25))
        return (person, ben, carla)
    }

    @Test("The letter of a missed check-in has a link to say that the person was reached")
    func link() async throws {
        let (person, _, _) = try await missing()
        let letter = try #require(person.post.mails.last)
        #expect(letter.text.contains("https://relay.example.org/contact/reached?t="))
    }

    @Test("The person and the other contacts hear who reached the person, and no second letter follows")
    func told() async throws {
        let (person, ben, _) = try await missing()
        let sent = person.post.mails.count
        #expect(try await person.reach(by: ben))
        let letters = person.post.mails.dropFirst(sent)
        #expect(letters.map(\.recipient.address.text) == ["carla@example.org"])
        #expect(letters.first?.subject == "Ben has reached Ana")
        #expect(person.titles(.reached) == ["Somebody has reached you"])
        #expect(try await person.report().telling?.reached?.name == "Ben")
        #expect(try await person.report().state == .expired, "it is no check-in")
        try await person.fixture.pass(.hours(48))
        #expect(person.post.mails.count == sent + 1)
    }

    @Test("Everybody who was told still gets the all-clear when the person checks in")
    func allClear() async throws {
        let (person, ben, _) = try await missing()
        _ = try await person.reach(by: ben)
        try await person.checkIn()
        try await person.fixture.catchUp()
        let last = person.post.mails.suffix(2)
        #expect(last.allSatisfy { $0.subject.hasPrefix("All clear") })
        #expect(Set(last.map(\.recipient.address.text)) == ["ben@example.org", "carla@example.org"])
        #expect(try await person.report().telling == nil)
    }

    @Test("Only the first contact who says so is passed on")
    func twice() async throws {
        let (person, ben, carla) = try await missing()
        _ = try await person.reach(by: ben)
        let sent = person.post.mails.count
        #expect(try await person.reach(by: carla), "it is no fault to say so")
        #expect(try await person.reach(by: ben))
        #expect(person.post.mails.count == sent)
        #expect(person.titles(.reached).count == 1)
    }

    @Test("Whoever reached the person after an earlier deadline does not keep a later one's contacts from saying so")
    func again() async throws {
        let (person, ben, carla) = try await missing()
        try await person.plan(threshold: .hours(48))
        #expect(try await person.reach(by: ben))
        try await person.fixture.pass(.hours(24))
        #expect(try await person.report().telling?.outcome == .told)
        #expect(try await person.report().telling?.reached == nil, "Ben has not, since this deadline")
        let sent = person.post.mails.count
        #expect(try await person.reach(by: carla))
        #expect(person.post.mails.dropFirst(sent).map(\.subject) == ["Ben has reached Ana"])
        try await person.fixture.pass(.hours(48))
        #expect(person.post.mails.count == sent + 1, "no second letter follows")
    }

    @Test("Nothing is passed on before a deadline, nor once the person is back")
    func nothingOpen() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        let ben = try await person.contact()
        try await person.checkIn()
        #expect(try await !person.reach(by: ben))
        try await person.fixture.pass(.hours(25))
        try await person.checkIn()
        try await person.fixture.catchUp()
        #expect(try await !person.reach(by: ben))
        #expect(person.titles(.reached).isEmpty)
    }

    @Test("The next missed deadline is told as if nobody had been reached before")
    func nextCycle() async throws {
        let (person, ben, _) = try await missing()
        _ = try await person.reach(by: ben)
        try await person.checkIn()
        try await person.fixture.pass(.hours(24))
        #expect(try await person.report().telling?.outcome == .told)
        #expect(try await person.report().telling?.reached == nil)
        #expect(person.post.mails.suffix(2).allSatisfy { $0.subject.hasPrefix("Ana has not checked in for ") })
    }

    @Test("A plan that is changed after a contact's word watches anew, and the word is not lost")
    func changedPlan() async throws {
        let (person, ben, _) = try await missing()
        try await person.plan(threshold: .hours(48))
        let sent = person.post.mails.count
        #expect(try await person.reach(by: ben), "the contacts were told of the former deadline")
        #expect(person.post.mails.count == sent + 1)
        try await person.fixture.pass(.hours(24))
        #expect(person.post.mails.count == sent + 3, "the new deadline passes, and both are told")
    }

    @Test("The person hears it at their own address as well, with a link to check in")
    func ownAddress() async throws {
        let (person, ben, _) = try await missing()
        let phone = person.phone
        let request = OwnAddresses(email: "ana@example.org")
        let view: ContactView = try await person.fixture.ask { try $0.checkIns.setOwnAddresses(request, by: phone) }
        try await person.fixture.catchUp()
        try await person.decide(view.id, .confirmed)
        #expect(try await person.reach(by: ben))
        let letter = try #require(person.post.mails.last { $0.recipient.address.text == "ana@example.org" })
        #expect(letter.subject == "Somebody has reached you")
        #expect(letter.text.contains("Ben says that they have reached you."))
        #expect(letter.text.contains("https://relay.example.org/check-in?t="))
    }

    @Test("A contact who agrees after that is told nothing, neither at once nor later")
    func late() async throws {
        let (person, ben, _) = try await missing()
        let gil = try await person.contact("gil@example.org", agrees: false)
        #expect(try await person.reach(by: ben))
        let sent = person.post.mails.count
        try await person.decide(gil, .confirmed)
        try await person.fixture.pass(.hours(48))
        #expect(person.post.mails.count == sent)
    }

    @Test("A letter that was still being tried is not sent after that, nor the person told that all were")
    func underWay() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        let ben = try await person.contact()
        _ = try await person.contact("carla@example.org")
        try await person.checkIn()
        try await person.fixture.pass(.seconds(86_399))
        person.post.answer(.retry(after: .minutes(10), reason: .other("greylisted"), indeterminate: false))
        try await person.fixture.pass(.minutes(1))
        let told = try await person.letters().filter { $0.state == .accepted }.map(\.order.destination.contact)
        try #require(told.count == 1)
        #expect(try await person.reach(by: try #require(told[0])))
        let (sent, accounts) = (person.post.mails.count, person.titles(.contactsTold).count)
        try await person.fixture.pass(.hours(48))
        #expect(person.post.mails.count == sent, "whether or not \(ben) was told first")
        #expect(person.titles(.contactsTold).count == accounts)
        #expect(try await person.letters().allSatisfy { $0.state == .accepted || $0.state == .superseded })
    }

    @Test("A clock that was set back since the letter does not make the answer to it an older one")
    func clockSetBack() async throws {
        let (person, ben, _) = try await missing()
        let told = try #require(try await person.letters().first?.createdAt)
        person.fixture.clock.set(to: told - .milliseconds(300))
        #expect(try await person.reach(by: ben))
        #expect(try await person.report().telling?.reached?.name == "Ben")
        #expect(person.titles(.reached) == ["Somebody has reached you"])
    }

    @Test("News of it that could not be sent before the person checked in is not sent after that")
    func overtaken() async throws {
        let (person, ben, _) = try await missing()
        let phone = person.phone
        let request = OwnAddresses(email: "ana@example.org")
        let view: ContactView = try await person.fixture.ask { try $0.checkIns.setOwnAddresses(request, by: phone) }
        try await person.fixture.catchUp()
        try await person.decide(view.id, .confirmed)
        let away = DeliveryOutcome.retry(after: .minutes(10), reason: .other("away"), indeterminate: false)
        for _ in 0..<2 { person.post.answer(away) }
        #expect(try await person.reach(by: ben))
        try await person.checkIn()
        let sent = person.post.mails.count
        try await person.fixture.pass(.hours(2))
        let later = person.post.mails.dropFirst(sent)
        #expect(!later.contains { $0.recipient.address.text == "ana@example.org" }, "\(later.map(\.subject))")
        #expect(!later.contains { $0.subject == "Ben has reached Ana" })
    }
}
