import AlarmCore
import AlarmWire
import Delivery
import Engine
import RelayTesting
import Storage
import Testing

@Suite("Letters that come back")
struct ReturnedLetterTests {
    /// Somebody who has missed a check-in and has a contact with a mailbox; the alert was sent.
    private func missing() async throws -> (CheckInScene, LetterName) {
        let person = try await CheckInScene()
        try await person.plan()
        try await person.contact()
        try await person.checkIn()
        try await person.scene.pass(.hours(24))
        let mail = try #require(person.post.mails.last)
        return (person, LetterName(delivery: mail.id, alarm: mail.alarm))
    }

    private func take(
        _ action: DeliveryReport.Action,
        _ status: String?,
        on letter: LetterName,
        _ person: CheckInScene
    ) async throws -> ReportEffect {
        try await person.scene.engine.take(DeliveryReport(letter: letter, action: action, status: status))
    }

    @Test("An address that takes no mail is shown with its contact, and the letter as not delivered")
    func isRefused() async throws {
        let (person, letter) = try await missing()
        let sent = person.post.mails.count
        let reason = "the letter came back: the address takes no mail (5.1.1)"
        #expect(try await take(.failed, "5.1.1", on: letter, person) == .givenUp(reason: reason))
        #expect(try await person.letters().map(\.state) == [.refused])
        #expect(try await person.contacts().first?.trouble.map(\.reason) == [reason])
        #expect(try await take(.failed, "5.1.1", on: letter, person) == .old)
        try await person.scene.pass(.hours(2))
        #expect(person.post.mails.count == sent)
    }

    @Test(
        "A letter that was given up for the time being is sent again under its name, and not once the person checked in"
    )
    func isSentAgain() async throws {
        let (person, letter) = try await missing()
        let sent = person.post.mails.count
        guard case .again(let time) = try await take(.failed, "4.4.7", on: letter, person) else {
            Issue.record("not to be sent again")
            return
        }
        #expect(time > person.scene.now)
        #expect(try await take(.failed, "4.4.7", on: letter, person) == .old)
        try await person.scene.pass(.minutes(10))
        #expect(person.post.mails.count == sent + 1)
        #expect(person.post.mails.last?.id == letter.delivery)
        #expect(try await person.letters().map(\.state) == [.accepted])

        guard case .again = try await take(.failed, "4.4.7", on: letter, person) else {
            Issue.record("not to be sent again")
            return
        }
        try await person.checkIn()
        try await person.scene.pass(.hours(1))
        #expect(person.post.mails.count { $0.id == letter.delivery } == 2)
    }

    @Test("One that comes back when it makes no sense any more is given up")
    func isTooLate() async throws {
        let (person, letter) = try await missing()
        try await person.scene.pass(.hours(25))
        #expect(
            try await take(.failed, "4.4.7", on: letter, person) == .givenUp(reason: "the letter came back (4.4.7)")
        )
        #expect(try await person.letters().contains { $0.order.id == letter.delivery && $0.state == .expired })
    }

    @Test("What is delivered, delayed or unknown changes nothing")
    func others() async throws {
        let (person, letter) = try await missing()
        let before = try await person.letters()
        for action in [DeliveryReport.Action.delayed, .delivered, .relayed, .expanded] {
            #expect(try await take(action, nil, on: letter, person) == .none)
        }
        let elsewhere = AlarmID(high: 1, low: 2)
        let strangers = [
            LetterName(delivery: letter.delivery, alarm: elsewhere),
            LetterName(delivery: DeliveryID(high: 1, low: 2), alarm: letter.alarm),
        ]
        for stranger in strangers { #expect(try await take(.failed, "5.1.1", on: stranger, person) == .unknown) }
        #expect(try await person.letters() == before)
        #expect(try await person.contacts().first?.trouble == [])
    }

    @Test("A push is no letter: nobody ends it by a report")
    func push() async throws {
        let (person, letter) = try await missing()
        let alarm = try #require(try await person.scene.engine.read { try $0.alarm(letter.alarm) })
        let pushes = try await person.scene.engine.read { try $0.deliveries(of: alarm.key) }
            .filter { $0.order.destination.device != nil }
        let push = try #require(pushes.first)
        let name = LetterName(delivery: push.order.id, alarm: letter.alarm)
        #expect(try await take(.failed, "5.1.1", on: name, person) == .unknown)
    }
}
