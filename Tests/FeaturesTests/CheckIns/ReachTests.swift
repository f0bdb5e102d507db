import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("Whether contacts are reached")
struct ReachTests {
    /// A person who has missed a check-in and whose contact has only a telephone; one message was sent.
    private func missing(_ fates: SMSDeliveryStatus...) async throws -> CheckInFixture {
        let person = try await CheckInFixture()
        try await person.plan()
        try await person.contact(nil, phone: "+491701234567")
        try await person.fixture.pass(.minutes(1))
        #expect(person.post.inquiries == ["SM1"], "the question whether they agree is asked after, too")
        try await person.checkIn()
        for fate in fates { person.post.tell(fate) }
        try await person.fixture.pass(.hours(24))
        #expect(person.post.messages.count == 2)
        return person
    }

    @Test("A text message's status is queried until it has arrived, and then no more")
    func arrives() async throws {
        let person = try await missing(.underWay(reason: "on its way"), .underWay(reason: "on its way"))
        try await person.fixture.pass(.hours(8))
        #expect(person.post.inquiries == ["SM1", "SM2", "SM2", "SM2"])
        #expect(person.post.messages.count == 2)
        #expect(try await person.contacts().first?.trouble == [])
        #expect(try await person.inquiries() == 0)
    }

    @Test("A message that did not arrive is sent again, and who named the contact sees what is wrong with a number")
    func isLost() async throws {
        let off = DeliveryOutcome.retry(after: nil, reason: .other("the telephone is off"), indeterminate: false)
        let person = try await missing(.lost(off), .lost(.rejected(reason: "no such number")))
        try await person.fixture.pass(.hours(2))
        #expect(person.post.messages.count == 3)
        #expect(Set(person.post.messages.dropFirst().map(\.id)).count == 1)
        #expect(try await person.letters().map(\.state) == [.refused])
        let trouble = try #require(try await person.contacts().first?.trouble.first)
        #expect(trouble.medium == .sms && trouble.reason == "no such number")
        #expect(try await person.inquiries() == 0)
    }

    @Test("A message that was lost is not sent again once the person has checked in")
    func isOver() async throws {
        let off = DeliveryOutcome.retry(
            after: .minutes(10),
            reason: .other("the telephone is off"),
            indeterminate: false
        )
        let person = try await missing(.lost(off))
        try await person.fixture.pass(.minutes(1))
        try await person.checkIn()
        try await person.fixture.pass(.hours(2))
        let texts = person.post.messages.dropFirst().map(\.text)
        #expect(texts.count == 2, "an alert and the all-clear after it")
        #expect(Set(person.post.messages.map(\.id)).count == 3)
    }

    @Test("A message of unknown status is queried for four hours, at growing intervals")
    func isUnknown() async throws {
        let unknown = SMSDeliveryStatus.underWay(reason: "no word")
        let person = try await missing()
        for _ in 0..<200 { person.post.tell(unknown) }
        try await person.fixture.pass(.hours(23))
        let asked = person.post.inquiries.count { $0 == "SM2" }
        #expect((10..<60).contains(asked))
        #expect(try await person.inquiries() == 0)
        #expect(try await person.letters().map(\.state) == [.accepted])
    }

    @Test("A mailbox that does not exist is shown with its contact until a letter arrives or the address changes")
    func mailbox() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        let id = try await person.contact()
        try await person.checkIn()
        person.post.answer(.rejected(reason: "550 no such mailbox"))
        try await person.fixture.pass(.hours(24))
        #expect(try await person.contacts().first?.trouble.map(\.reason) == ["550 no such mailbox"])
        try await person.fixture.pass(.hours(24))
        #expect(try await person.contacts().first?.trouble == [])
        person.post.answer(.rejected(reason: "552 mailbox full"))
        try await person.checkIn()
        try await person.fixture.catchUp()
        #expect(try await person.contacts().first?.trouble.map(\.medium) == [.email])
        let (phone, moved) = (person.phone, ContactRequest(name: "Ben", email: "ben@new.example.org"))
        let _: ContactView = try await person.fixture.ask { try $0.contacts.change(id, moved, by: phone) }
        #expect(try await person.contacts().first?.trouble == [])
    }

    @Test("The status of a deleted message is not queried any more")
    func deleted() async throws {
        let person = try await missing()
        let phone = person.phone
        let now = person.fixture.now
        let request = RequestName(device: phone.id, jti: [7], digest: [1], issuedAt: now)
        _ = try await person.fixture.engine.write { try $0.me.delete(request) }
        try await person.fixture.pass(.hours(1))
        #expect(person.post.inquiries == ["SM1"])
    }
}

extension CheckInFixture {
    /// Number of messages whose delivery status is still being queried.
    fileprivate func inquiries() async throws -> Int {
        let person = phone.person
        return try await fixture.engine.read { try $0.documents(of: person) }.count { $0.kind == .inquiry }
    }
}
