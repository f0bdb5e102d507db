import AlarmCore
import AlarmWire
import Delivery
import Engine
import RelayTesting
import Storage
import Testing

@Suite("Whether contacts are reached")
struct ReachTests {
    /// Somebody who has missed a check-in and has a contact with a telephone alone; one message was sent.
    private func missing(_ fates: SMSFate...) async throws -> CheckInScene {
        let person = try await CheckInScene()
        try await person.plan()
        try await person.contact(nil, phone: "+491701234567")
        try await person.scene.pass(.minutes(1))
        #expect(person.post.inquiries == ["SM1"], "the question whether they agree is asked after, too")
        try await person.checkIn()
        for fate in fates { person.post.tell(fate) }
        try await person.scene.pass(.hours(24))
        #expect(person.post.messages.count == 2)
        return person
    }

    @Test("A text message is asked after until it has arrived, and then no more")
    func arrives() async throws {
        let person = try await missing(.underWay(reason: "on its way"), .underWay(reason: "on its way"))
        try await person.scene.pass(.hours(8))
        #expect(person.post.inquiries == ["SM1", "SM2", "SM2", "SM2"])
        #expect(person.post.messages.count == 2)
        #expect(try await person.contacts().first?.trouble == [])
        #expect(try await person.inquiries() == 0)
    }

    @Test("A message that did not arrive is sent again, and who named the contact sees what is wrong with a number")
    func isLost() async throws {
        let off = DeliveryOutcome.retry(after: nil, reason: "the telephone is off", indeterminate: false)
        let person = try await missing(.lost(off), .lost(.rejected(reason: "no such number")))
        try await person.scene.pass(.hours(2))
        #expect(person.post.messages.count == 3)
        #expect(Set(person.post.messages.dropFirst().map(\.id)).count == 1)
        #expect(try await person.letters().map(\.state) == [.refused])
        let trouble = try #require(try await person.contacts().first?.trouble.first)
        #expect(trouble.medium == .sms && trouble.reason == "no such number")
        #expect(try await person.inquiries() == 0)
    }

    @Test("A message that was lost is not sent again once the person has checked in")
    func isOver() async throws {
        let off = DeliveryOutcome.retry(after: .minutes(10), reason: "the telephone is off", indeterminate: false)
        let person = try await missing(.lost(off))
        try await person.scene.pass(.minutes(1))
        try await person.checkIn()
        try await person.scene.pass(.hours(2))
        let texts = person.post.messages.dropFirst().map(\.text)
        #expect(texts.count == 2, "an alert and the all-clear after it")
        #expect(Set(person.post.messages.map(\.id)).count == 3)
    }

    @Test("One that nobody can tell of is asked after for four hours, at growing distances")
    func isUnknown() async throws {
        let unknown = SMSFate.underWay(reason: "no word")
        let person = try await missing()
        for _ in 0..<200 { person.post.tell(unknown) }
        try await person.scene.pass(.hours(23))
        let asked = person.post.inquiries.count { $0 == "SM2" }
        #expect((10..<60).contains(asked))
        #expect(try await person.inquiries() == 0)
        #expect(try await person.letters().map(\.state) == [.accepted])
    }

    @Test("A mailbox that does not exist is shown with its contact until a letter arrives or the address changes")
    func mailbox() async throws {
        let person = try await CheckInScene()
        try await person.plan()
        let id = try await person.contact()
        try await person.checkIn()
        person.post.answer(.rejected(reason: "550 no such mailbox"))
        try await person.scene.pass(.hours(24))
        #expect(try await person.contacts().first?.trouble.map(\.reason) == ["550 no such mailbox"])
        try await person.scene.pass(.hours(24))
        #expect(try await person.contacts().first?.trouble == [])
        person.post.answer(.rejected(reason: "552 mailbox full"))
        try await person.checkIn()
        try await person.scene.catchUp()
        #expect(try await person.contacts().first?.trouble.map(\.medium) == [.email])
        let (phone, moved) = (person.phone, ContactRequest(name: "Ben", email: "ben@new.example.org"))
        let _: ContactView = try await person.scene.ask { try $0.changeContact(id, moved, by: phone) }
        #expect(try await person.contacts().first?.trouble == [])
    }

    @Test("What was deleted is asked after no more")
    func deleted() async throws {
        let person = try await missing()
        let phone = person.phone
        let now = person.scene.now
        let request = RequestName(device: phone.id, jti: [7], digest: [1], issuedAt: now)
        _ = try await person.scene.engine.write { try $0.deleteEverything(request, by: phone) }
        try await person.scene.pass(.hours(1))
        #expect(person.post.inquiries == ["SM1"])
    }
}

extension CheckInScene {
    /// How many messages are still asked after.
    fileprivate func inquiries() async throws -> Int {
        let person = phone.person
        return try await scene.engine.read { try $0.documents(of: person) }.count { $0.kind == .inquiry }
    }
}
