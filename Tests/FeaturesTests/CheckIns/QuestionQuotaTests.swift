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
        let channel = RecordingChannel()
        let letters = ContactChannels(origin: "https://relay.example.org", mail: post, sms: post, segmentsPerDay: 100)
        fixture = try EngineFixture(
            channel: channel,
            gateways: Gateways(channel, contactChannels: letters),
            limits: limits
        )
    }

    /// Has somebody new name a contact.
    @discardableResult
    private func ask(_ email: String) async throws -> (device: Device, contact: ContactView) {
        let device = try await fixture.register()
        let settings = CheckInSettings(isOn: false, name: "Ana")
        let _: CheckInReport = try await fixture.ask { try $0.checkIns.plan(settings, by: device) }
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
