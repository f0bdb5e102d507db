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
        #expect(try await take(.failed, "4.4.7", on: letter, person) == .old)
        #expect(time >= person.scene.now + .hours(1), "its mail system has tried for hours")
        try await person.scene.pass(.hours(2))
        #expect(person.post.mails.count == sent + 1)
        #expect(person.post.mails.last?.id == letter.delivery)
        #expect(try await person.letters().map(\.state) == [.accepted])

        guard case .again = try await take(.failed, "4.4.7", on: letter, person) else {
            Issue.record("not to be sent again")
            return
        }
        try await person.checkIn()
        try await person.scene.pass(.hours(3))
        #expect(person.post.mails.count { $0.id == letter.delivery } == 2)
        #expect(try await take(.failed, "4.4.7", on: letter, person) == .old, "it was superseded")
    }

    @Test(
        "One that comes back once the person has checked in is over, and an address that takes no mail is shown all the same"
    )
    func isOver() async throws {
        let (person, letter) = try await missing()
        try await person.checkIn()
        try await person.scene.catchUp()
        #expect(try await take(.failed, "4.4.7", on: letter, person) == .over)
        guard case .givenUp = try await take(.failed, "5.1.1", on: letter, person) else {
            Issue.record("not given up")
            return
        }
        #expect(try await person.contacts().first?.trouble.map(\.medium) == [.email])
    }

    @Test("While a letter is being sent a report on it has to wait")
    func isUnderWay() async throws {
        let person = try await CheckInScene()
        try await person.plan()
        try await person.contact()
        try await person.checkIn()
        person.post.answer(.retry(after: .minutes(10), reason: "busy", indeterminate: false))
        try await person.scene.pass(.hours(24))
        let mail = try #require(person.post.mails.last)
        let letter = LetterName(delivery: mail.id, alarm: mail.alarm)
        let now = person.scene.now + .minutes(10)
        person.scene.clock.set(to: now)
        _ = try await person.scene.store.write {
            try $0.leaseDeliveries(at: now, until: now + .seconds(60), holder: "relay", limit: 9)
        }
        #expect(try await take(.failed, "5.1.1", on: letter, person) == .underWay)
    }

    @Test("What is said of a former address does not count against the new one")
    func formerAddress() async throws {
        let person = try await CheckInScene()
        try await person.plan()
        let id = try await person.contact()
        try await person.checkIn()
        try await person.scene.pass(.hours(24))
        let mail = try #require(person.post.mails.last)
        let (phone, moved) = (person.phone, ContactRequest(name: "Ben", email: "ben@new.example.org"))
        try await person.scene.pass(.minutes(1))
        let _: ContactView = try await person.scene.ask { try $0.changeContact(id, moved, by: phone) }
        let letter = LetterName(delivery: mail.id, alarm: mail.alarm)
        #expect(try await take(.failed, "5.1.1", on: letter, person) == .old)
        #expect(try await person.contacts().first?.trouble == [])
    }

    @Test("A letter that is given up moves nothing of its alarm, whatever ladder the process knows that is told of it")
    func wake() async throws {
        let (person, letter) = try await missing()
        let store = person.scene.store
        let alarm = try #require(try await store.read { try $0.alarm(letter.alarm) })
        let before = try await store.read { try $0.wakes(through: Instant(milliseconds: .max), limit: 9) }
        var other = EscalationPolicy.checkIn
        other.steps.removeAll { $0.stage == .alert && $0.offset != .zero }
        let visitor = Engine(
            store: store,
            clock: person.scene.clock,
            zones: person.scene.engine.zones,
            vault: person.scene.engine.vault,
            gateways: Gateways(),
            policies: [other.name: other],
            logger: person.scene.engine.logger
        )
        let report = DeliveryReport(letter: letter, action: .failed, status: "5.1.1")
        guard case .givenUp = try await visitor.take(report) else {
            Issue.record("not given up")
            return
        }
        #expect(before.contains { $0.alarm == alarm.key })
        #expect(try await store.read { try $0.wakes(through: Instant(milliseconds: .max), limit: 9) } == before)
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
