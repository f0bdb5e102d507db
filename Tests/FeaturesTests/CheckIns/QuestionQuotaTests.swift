import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Testing

/// What strangers can cause is bounded; what somebody has agreed to is not.
@Suite("How many letters strangers can be sent")
struct QuestionQuotaTests {
    private let fixture: EngineFixture
    private let post = RecordingContactChannels()

    init() async throws {
        var limits = Limits()
        (limits.addressQuestionsPerHour, limits.addressQuestionsPerDay) = (3, 4)
        (limits.allQuestionsPerHour, limits.allQuestionsPerDay) = (8, 10)
        (limits.questionsPerHour, limits.questionsPerDay) = (4, 6)
        let channel = RecordingChannel()
        let letters = ContactChannels(origin: "https://relay.example.org", mail: post, sms: post, segmentsPerDay: 100)
        fixture = try EngineFixture(
            channel: channel,
            gateways: Gateways(channel, contactChannels: letters),
            limits: limits
        )
    }

    /// Somebody new, whom contacts can be told about.
    private func person() async throws -> Device {
        let device = try await fixture.register()
        let settings = CheckInSettings(isOn: false, name: "Ana")
        let _: CheckInReport = try await fixture.ask { try $0.checkIns.plan(settings, by: device) }
        return device
    }

    /// Has somebody, or somebody new, name a contact.
    @discardableResult
    private func ask(_ email: String, by known: Device? = nil) async throws -> (device: Device, contact: ContactView) {
        var device = known
        if device == nil { device = try await person() }
        return try await name(email, by: #require(device))
    }

    private func name(_ email: String, by device: Device) async throws -> (device: Device, contact: ContactView) {
        let request = ContactRequest(name: "Ben", email: email)
        let view: ContactView = try await fixture.ask { try $0.contacts.add(request, by: device) }
        try await fixture.catchUp()
        return (device, view)
    }

    @Test("Many people together have an address asked no more often than one person could, tags and case aside")
    func perAddress() async throws {
        for email in ["ben@example.org", "Ben+1@example.org", "BEN+2@EXAMPLE.org"] { try await ask(email) }
        let problem = try await expectProblem(.rateLimited) { try await ask("ben+3@example.org").contact }
        #expect(problem.detail.contains("3 questions and invitations an hour may go to one address"))
        #expect(post.mails.count == 3)
        try await ask("+ben@example.org")
        fixture.clock.advance(by: .hours(1))
        try await ask("ben@example.org")
        try await expectProblem(.rateLimited) { try await ask("ben@example.org").contact }
        fixture.clock.advance(by: .hours(23))
        try await ask("ben@example.org")
        #expect(post.mails.count == 6)
    }

    @Test("All people together have so many questions sent, by the hour and by the day")
    func inAll() async throws {
        for number in 1...8 { try await ask("ben\(number)@example.org") }
        try await expectProblem(.rateLimited) { try await ask("zoe@example.org").contact }
        fixture.clock.advance(by: .hours(1))
        for number in 9...10 { try await ask("ben\(number)@example.org") }
        let problem = try await expectProblem(.rateLimited) { try await ask("zoe@example.org").contact }
        #expect(problem.detail.contains("10 questions and invitations a day"))
    }

    @Test("One person has so many questions sent, by the hour and by the day, and hears how long to wait")
    func perPerson() async throws {
        let ana = try await person()
        for number in 1...4 { try await ask("ben\(number)@example.org", by: ana) }
        let hour = try await expectProblem(.rateLimited) { try await ask("zoe@example.org", by: ana).contact }
        #expect(hour.detail.contains("4 questions and invitations an hour"))
        #expect(hour.retryAfter == .hours(1))
        fixture.clock.advance(by: .hours(1))
        for number in 5...6 { try await ask("ben\(number)@example.org", by: ana) }
        let day = try await expectProblem(.rateLimited) { try await ask("zoe@example.org", by: ana).contact }
        #expect(day.detail.contains("6 questions and invitations a day"))
        #expect(day.retryAfter == .hours(23))
        try await ask("zoe@example.org")
        fixture.clock.advance(by: .hours(23))
        try await ask("zoe@example.org", by: ana)
    }

    @Test("A number that is given, replaced and given again while texts wait is asked once, and no other is")
    func rotatedNumber() async throws {
        let ben = try await person()
        for number in ["+491701234567", "+491701234568", "+491701234567"] {
            let request = CarePhone(phone: number, name: "Ben")
            let _: ContactView = try await fixture.ask { try $0.care.setPhone(request, by: ben) }
        }
        try await fixture.catchUp()
        #expect(post.messages.map(\.recipient.text) == ["+491701234567"])
        let ana = try await person()
        for number in ["+491701234567", "+491701234569"] {
            let own = OwnAddresses(phone: number)
            let _: ContactView = try await fixture.ask { try $0.checkIns.setOwnAddresses(own, by: ana) }
        }
        try await fixture.catchUp()
        #expect(post.messages.map(\.recipient.text).dropFirst() == ["+491701234569"])
    }

    @Test("A contact whose address is replaced while a letter waits is asked once")
    func replacedAddress() async throws {
        let ana = try await person()
        let request = ContactRequest(name: "Ben", email: "ben@example.org")
        let added: ContactView = try await fixture.ask { try $0.contacts.add(request, by: ana) }
        let other = ContactRequest(name: "Ben", email: "benjamin@example.org")
        let _: ContactView = try await fixture.ask { try $0.contacts.change(added.id, other, by: ana) }
        try await fixture.catchUp()
        #expect(post.mails.map(\.recipient.address.text) == ["benjamin@example.org"])
    }

    @Test("An own address that was asked is not asked again because another is added")
    func addedAddress() async throws {
        let ana = try await person()
        let email = OwnAddresses(email: "ana@example.org")
        let _: ContactView = try await fixture.ask { try $0.checkIns.setOwnAddresses(email, by: ana) }
        try await fixture.catchUp()
        let both = OwnAddresses(email: "ana@example.org", phone: "+491701234567")
        let _: ContactView = try await fixture.ask { try $0.checkIns.setOwnAddresses(both, by: ana) }
        try await fixture.catchUp()
        #expect(post.mails.count == 1)
        #expect(post.messages.map(\.recipient.text) == ["+491701234567"])
    }

    @Test("The letter that tells a contact who has agreed goes out though everything else is used up")
    func emergency() async throws {
        let engine = fixture.engine
        let (ana, contact) = try await ask("ben@example.org")
        let record = try await engine.read { try engine.record(Contact.self, DocumentID(of: contact.id), in: $0) }
        let token = try engine.capability(of: #require(record), by: .email)
        _ = try await fixture.engine.write { try $0.contacts.decide(token, .confirmed) }
        let settings = CheckInSettings(name: "Ana")
        let _: CheckInReport = try await fixture.ask { try $0.checkIns.plan(settings, by: ana) }
        let _: CheckInReport = try await fixture.ask { try $0.checkIns.checkIn(CheckInRequest(), by: ana) }
        try await fixture.pass(.hours(23))
        for _ in 1...2 { try await ask("ben@example.org") }
        for number in 1...6 { try await ask("ben\(number)@example.org") }
        try await expectProblem(.rateLimited) { try await ask("zoe@example.org").contact }
        let before = post.mails.count
        try await fixture.pass(.hours(3))
        #expect(post.mails.count == before + 1)
        #expect(post.mails.last?.recipient.address.text == "ben@example.org")
    }
}
