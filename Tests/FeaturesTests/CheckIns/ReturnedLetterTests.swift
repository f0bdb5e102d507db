import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("Letters that come back")
struct ReturnedLetterTests {
    /// A person who has missed a check-in and whose contact has an e-mail address; the alert was sent.
    private func missing() async throws -> (CheckInFixture, LetterMessageID) {
        let person = try await CheckInFixture()
        try await person.plan()
        try await person.contact()
        try await person.checkIn()
        try await person.fixture.pass(.hours(24))
        let mail = try #require(person.post.mails.last)
        return (person, LetterMessageID(delivery: mail.id, alarm: mail.alarm))
    }

    private func take(
        _ action: DeliveryReport.Action,
        _ status: String?,
        on letter: LetterMessageID,
        _ person: CheckInFixture
    ) async throws -> BounceEffect {
        try await person.fixture.engine.take(DeliveryReport(letter: letter, action: action, status: status))
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
        try await person.fixture.pass(.hours(2))
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
        #expect(time >= person.fixture.now + .hours(1), "its mail system has tried for hours")
        try await person.fixture.pass(.hours(2))
        #expect(person.post.mails.count == sent + 1)
        #expect(person.post.mails.last?.id == letter.delivery)
        #expect(try await person.letters().map(\.state) == [.accepted])

        guard case .again = try await take(.failed, "4.4.7", on: letter, person) else {
            Issue.record("not to be sent again")
            return
        }
        try await person.checkIn()
        try await person.fixture.pass(.hours(3))
        #expect(person.post.mails.count { $0.id == letter.delivery } == 2)
        #expect(try await take(.failed, "4.4.7", on: letter, person) == .old, "it was superseded")
    }

    @Test(
        "One that comes back after the check-in is over, but an address that takes no mail is shown all the same"
    )
    func isOver() async throws {
        let (person, letter) = try await missing()
        try await person.checkIn()
        try await person.fixture.catchUp()
        #expect(try await take(.failed, "4.4.7", on: letter, person) == .over)
        guard case .givenUp = try await take(.failed, "5.1.1", on: letter, person) else {
            Issue.record("not given up")
            return
        }
        #expect(try await person.contacts().first?.trouble.map(\.medium) == [.email])
    }

    @Test("While a letter is being sent a report on it has to wait")
    func isUnderWay() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        try await person.contact()
        try await person.checkIn()
        person.post.answer(.retry(after: .minutes(10), reason: .other("busy"), indeterminate: false))
        try await person.fixture.pass(.hours(24))
        let mail = try #require(person.post.mails.last)
        let letter = LetterMessageID(delivery: mail.id, alarm: mail.alarm)
        let now = person.fixture.now + .minutes(10)
        person.fixture.clock.set(to: now)
        _ = try await person.fixture.store.write {
            try $0.leaseDeliveries(at: now, until: now + .seconds(60), holder: "relay", limit: 9)
        }
        #expect(try await take(.failed, "5.1.1", on: letter, person) == .underWay)
    }

    @Test("A report on a former address does not count against the new one")
    func formerAddress() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        let id = try await person.contact()
        try await person.checkIn()
        try await person.fixture.pass(.hours(24))
        let mail = try #require(person.post.mails.last)
        let (phone, moved) = (person.phone, ContactRequest(name: "Ben", email: "ben@new.example.org"))
        try await person.fixture.pass(.minutes(1))
        let _: ContactView = try await person.fixture.ask { try $0.contacts.change(id, moved, by: phone) }
        let letter = LetterMessageID(delivery: mail.id, alarm: mail.alarm)
        #expect(try await take(.failed, "5.1.1", on: letter, person) == .old)
        #expect(try await person.contacts().first?.trouble == [])
    }

    @Test("A letter that is given up changes nothing of its alarm, whichever policy the process knows")
    func wake() async throws {
        let (person, letter) = try await missing()
        let store = person.fixture.store
        let alarm = try #require(try await store.read { try $0.alarm(letter.alarm) })
        let before = try await store.read { try $0.wakes(through: Instant(milliseconds: .max), limit: 9) }
        var other = EscalationPolicy.checkIn
        other.steps.removeAll { $0.stage == .alert && $0.offset != .zero }
        let visitor = Engine(
            store: store,
            clock: person.fixture.clock,
            zones: person.fixture.engine.zones,
            vault: person.fixture.engine.vault,
            gateways: Gateways(),
            kinds: .builtIn,
            policies: [other.name: other],
            logger: person.fixture.engine.logger
        )
        let report = DeliveryReport(letter: letter, action: .failed, status: "5.1.1")
        guard case .givenUp = try await visitor.take(report) else {
            Issue.record("not given up")
            return
        }
        #expect(before.contains { $0.alarm == alarm.key })
        #expect(try await store.read { try $0.wakes(through: Instant(milliseconds: .max), limit: 9) } == before)
    }

    @Test("One that comes back when it is out of date is given up")
    func isTooLate() async throws {
        let (person, letter) = try await missing()
        try await person.fixture.pass(.hours(25))
        #expect(
            try await take(.failed, "4.4.7", on: letter, person) == .givenUp(reason: "the letter came back (4.4.7)")
        )
        #expect(try await person.letters().contains { $0.order.id == letter.delivery && $0.state == .expired })
    }

    @Test("A report of delivery or delay, or on an unknown letter, changes nothing")
    func others() async throws {
        let (person, letter) = try await missing()
        let before = try await person.letters()
        for action in [DeliveryReport.Action.delayed, .delivered, .relayed, .expanded] {
            #expect(try await take(action, nil, on: letter, person) == .none)
        }
        let elsewhere = AlarmID(high: 1, low: 2)
        let strangers = [
            LetterMessageID(delivery: letter.delivery, alarm: elsewhere),
            LetterMessageID(delivery: DeliveryID(high: 1, low: 2), alarm: letter.alarm),
        ]
        for stranger in strangers { #expect(try await take(.failed, "5.1.1", on: stranger, person) == .unknown) }
        #expect(try await person.letters() == before)
        #expect(try await person.contacts().first?.trouble == [])
    }

    @Test("A delivery report on a push is ignored: only letters can come back")
    func push() async throws {
        let (person, letter) = try await missing()
        let alarm = try #require(try await person.fixture.engine.read { try $0.alarm(letter.alarm) })
        let pushes = try await person.fixture.engine.read { try $0.deliveries(of: alarm.key) }
            .filter { $0.order.destination.device != nil }
        let push = try #require(pushes.first)
        let name = LetterMessageID(delivery: push.order.id, alarm: letter.alarm)
        #expect(try await take(.failed, "5.1.1", on: name, person) == .unknown)
    }
}
