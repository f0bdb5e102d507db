import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing
import Wording

@Suite("Calls as the last step")
struct CallTests {
    /// A care circle whose Ben is to be called, and an alert of which he was told just now.
    private static func alerted(
        callsPerDay: Int = 20
    ) async throws -> (care: CareFixture, alert: CareAlertView) {
        let care = try await CareFixture(calls: true, callsPerDay: callsPerDay)
        try await care.leavePhone(care.ben, calls: true)
        let alert = try await care.signal(.fall)
        try await care.fixture.pass(.seconds(30))
        return (care, alert)
    }

    private static func words(
        of call: DeliveryID,
        about alarm: AlarmID,
        in fixture: EngineFixture
    ) async throws -> CallText? {
        let engine = fixture.engine
        return try await engine.read { try engine.callWords(for: call, of: alarm, in: $0)?.text }
    }

    private static func press(
        _ call: DeliveryID,
        about alarm: AlarmID,
        in fixture: EngineFixture
    ) async throws -> CallText? {
        let text = try await fixture.engine.write { try $0.calls.answer(call, of: alarm)?.text }
        try await fixture.catchUp()
        return text
    }

    @Test("A member who wants that is called two minutes after the text message, once")
    func once() async throws {
        let (care, alert) = try await Self.alerted()
        #expect(care.post.messages.last?.text.contains("may have fallen") == true)
        try await care.fixture.pass(.seconds(119))
        #expect(care.post.calls.isEmpty)
        try await care.fixture.pass(.seconds(1))
        let call = try #require(care.post.calls.first)
        #expect(call.recipient.text == "+491701234567")
        #expect(call.url == "https://relay.example.org/call?alarm=\(AlarmID(alert.id))&delivery=\(call.id)")
        try await care.fixture.pass(.hours(1))
        #expect(care.post.calls.count == 1)
        let told = try await care.alert(alert.id, for: care.ben).told.filter { $0.means == .call }
        #expect(told.map(\.outcome) == [.sent])
    }

    @Test("Nobody is called once somebody has answered, or the dweller has called it off")
    func answeredBefore() async throws {
        let (acknowledged, first) = try await Self.alerted()
        try await acknowledged.acknowledge(first.id, by: acknowledged.carla)
        let (cancelled, second) = try await Self.alerted()
        try await cancelled.cancel(second.id, by: cancelled.ana)
        for care in [acknowledged, cancelled] {
            try await care.fixture.pass(.hours(1))
            #expect(care.post.calls.isEmpty)
        }
    }

    @Test("A call from before the dweller signalled again still asks, and pressing 1 acknowledges the alert")
    func signalledAgain() async throws {
        let (care, alert) = try await Self.alerted()
        try await care.fixture.pass(.minutes(26))
        let call = try #require(care.post.calls.first)
        #expect(try await care.signal(.fall).state == .counting)
        let text = try await Self.words(of: call.id, about: AlarmID(alert.id), in: care.fixture)
        #expect(text?.asks == true)
        #expect(try await Self.press(call.id, about: AlarmID(alert.id), in: care.fixture) == .alertAnswered)
        #expect(try await care.alert(alert.id, for: care.ana).endedBy == "Ben")
    }

    @Test("Nobody is called who has not agreed, or has taken that back")
    func consent() async throws {
        let care = try await CareFixture(calls: true)
        try await care.leavePhone(care.ben, confirmed: false, calls: true)
        try await care.leavePhone(care.carla)
        try await care.signal(.fall)
        try await care.fixture.pass(.hours(1))
        #expect(care.post.calls.isEmpty)
        let (withdrawn, _) = try await Self.alerted()
        try await withdrawn.fixture.pass(.minutes(1))
        try await withdrawn.leavePhone(withdrawn.ben, confirmed: false)
        try await withdrawn.fixture.pass(.hours(1))
        #expect(withdrawn.post.calls.isEmpty)
    }

    @Test("Whoever confirmed a number for text messages is asked anew about calls, and not called before")
    func askedAnew() async throws {
        let care = try await CareFixture(calls: true)
        try await care.leavePhone(care.ben)
        try await care.fixture.catchUp()
        let asked = care.post.messages.count
        try await care.leavePhone(care.ben, confirmed: false, calls: true)
        try await care.fixture.catchUp()
        #expect(care.post.messages.count == asked + 1)
        #expect(care.post.messages.last?.text.contains("and call it?") == true)
        #expect(care.post.messages.last?.text.contains("&c=1") == true)
        let number = try #require(try await care.overview(for: care.ben).phone)
        #expect(number.consent == .confirmed && number.contact.calls && number.agreed == [.sms])
        // The link of a message that asked for text messages alone agrees to no more than these.
        try await care.confirmPhone(number.id, toCalls: false)
        try await care.signal(.fall)
        try await care.fixture.pass(.seconds(30))
        #expect(care.post.messages.last?.text.contains("may have fallen") == true, "text messages go on")
        try await care.fixture.pass(.hours(1))
        #expect(care.post.calls.isEmpty)
        try await care.confirmPhone(number.id, toCalls: true)
        #expect(try await care.overview(for: care.ben).phone?.agreed == [.sms, .call])
    }

    @Test("Calls are turned off at once, also within the time in which a number is not asked again")
    func turnedOff() async throws {
        let care = try await CareFixture(calls: true)
        try await care.leavePhone(care.ben, confirmed: false, calls: true)
        try await care.fixture.catchUp()
        let asked = care.post.messages.count
        try await care.leavePhone(care.ben, confirmed: false)
        try await care.fixture.catchUp()
        var number = try #require(try await care.overview(for: care.ben).phone)
        #expect(number.consent == .pending && !number.contact.calls && care.post.messages.count == asked)
        try await expectProblem(.rateLimited) { try await care.leavePhone(care.ben, confirmed: false, calls: true) }
        // The link of the message that asked for calls agrees to none, as they were taken back.
        try await care.confirmPhone(number.id, toCalls: true)
        number = try #require(try await care.overview(for: care.ben).phone)
        #expect(number.consent == .confirmed && number.agreed == [.sms])
    }

    @Test("Whoever takes calls back while one is placed hears that the alert is open, and that no answer is taken")
    func withdrawnDuringCall() async throws {
        let (care, alert) = try await Self.alerted()
        try await care.fixture.pass(.minutes(2))
        let (call, alarm) = (try #require(care.post.calls.first).id, AlarmID(alert.id))
        try await care.leavePhone(care.ben, confirmed: false)
        #expect(try await Self.words(of: call, about: alarm, in: care.fixture) == .alertWithdrawn)
        #expect(try await Self.press(call, about: alarm, in: care.fixture) == .alertWithdrawn)
        #expect(try await care.alert(alert.id, for: care.ana).state == .alerting)
        try await care.acknowledge(alert.id, by: care.carla)
        #expect(try await Self.press(call, about: alarm, in: care.fixture) == .over)
    }

    @Test("The key 1 is the member's answer, and a repeat changes nothing")
    func pressed() async throws {
        let (care, alert) = try await Self.alerted()
        try await care.fixture.pass(.minutes(2))
        let (call, alarm) = (try #require(care.post.calls.first).id, AlarmID(alert.id))
        #expect(try await Self.words(of: call, about: alarm, in: care.fixture)?.asks == true)
        #expect(try await Self.press(call, about: alarm, in: care.fixture) == .alertAnswered)
        let view = try await care.alert(alert.id, for: care.ana)
        #expect(view.state == .acknowledged && view.endedBy == "Ben")
        #expect(try care.pushes(to: care.ben) == [.alert, .alertEnded], "the phone stops, though its owner answered")
        #expect(try care.pushes(to: care.ana).contains(.acknowledged))
        #expect(try await Self.press(call, about: alarm, in: care.fixture) == .alertAnswered)
        #expect(try care.pushes(to: care.ben) == [.alert, .alertEnded])
    }

    @Test("Whoever picks up late hears how it stands")
    func late() async throws {
        let (taken, first) = try await Self.alerted()
        let (over, second) = try await Self.alerted()
        for care in [taken, over] { try await care.fixture.pass(.minutes(2)) }
        try await taken.acknowledge(first.id, by: taken.carla)
        try await over.cancel(second.id, by: over.ana)
        for (care, alert, text) in [
            (taken, first, CallText.alertTaken(by: "Carla")), (over, second, .alertCancelled),
        ] {
            let (call, alarm) = (try #require(care.post.calls.first).id, AlarmID(alert.id))
            #expect(try await Self.words(of: call, about: alarm, in: care.fixture) == text)
            #expect(try await Self.press(call, about: alarm, in: care.fixture) == text)
        }
        #expect(
            try await Self.words(of: DeliveryID(high: 1, low: 1), about: AlarmID(first.id), in: taken.fixture) == nil
        )
    }

    @Test("Whoever has answered by a call, and picks up once it is over, is not said to look after anybody")
    func resolved() async throws {
        let (care, alert) = try await Self.alerted()
        try await care.fixture.pass(.minutes(2))
        let (call, alarm) = (try #require(care.post.calls.first).id, AlarmID(alert.id))
        #expect(try await Self.press(call, about: alarm, in: care.fixture) == .alertAnswered)
        try await care.resolve(alert.id, by: care.ben)
        #expect(try await Self.words(of: call, about: alarm, in: care.fixture) == .over)
    }

    @Test("A call to which nobody picked up counts as such, once")
    func nobodyPicksUp() async throws {
        let (care, alert) = try await Self.alerted()
        try await care.fixture.pass(.minutes(2))
        let call = try #require(care.post.calls.first).id
        let placed = try await care.alert(alert.id, for: care.ben).told.filter { $0.means == .call }
        try await care.fixture.pass(.seconds(20))
        for _ in 0..<2 {
            try await care.fixture.engine.write { try $0.noteUnanswered(call: call, of: AlarmID(alert.id)) }
        }
        let told = try await care.alert(alert.id, for: care.ben).told.filter { $0.means == .call }
        #expect(told.map(\.outcome) == [.refused])
        #expect(told.map(\.at) == placed.map(\.at), "the history keeps when the call was placed")
        #expect(try await care.alert(alert.id, for: care.ben).state == .alerting)
    }

    @Test("The calls of a day are limited, and a relay that makes none takes no consent to them")
    func limits() async throws {
        let (care, _) = try await Self.alerted(callsPerDay: 0)
        try await care.fixture.pass(.hours(1))
        #expect(care.post.calls.isEmpty)
        let other = try await CareFixture()
        try await expectProblem(.noChannel) { try await other.leavePhone(other.ben, calls: true) }
    }

    @Test("A person is called after the last warning of a deadline, and the key 1 checks in")
    func checkIn() async throws {
        let person = try await CheckInFixture(calls: true)
        try await person.plan()
        try await person.checkIn()
        let phone = person.phone
        let request = OwnAddresses(phone: "+491701234567", calls: true)
        let view: ContactView = try await person.fixture.ask { try $0.checkIns.setOwnAddresses(request, by: phone) }
        try await person.fixture.catchUp()
        #expect(person.post.messages.last?.text.contains("by a call") == true)
        try await person.decide(view.id, .confirmed, by: .telephone, toCalls: true)
        try await person.fixture.pass(.hours(24) + -.minutes(13) + -.seconds(1))
        #expect(person.post.calls.isEmpty)
        try await person.fixture.pass(.seconds(1))
        let call = try #require(person.post.calls.first)
        let alarm = try #require(
            try await person.fixture.engine.read { snapshot in
                try snapshot.liveAlarms(of: phone.person, limit: .max).first { $0.alarm.preset == "check-in" }?.alarm.id
            }
        )
        #expect(try await Self.words(of: call.id, about: alarm, in: person.fixture) == .checkIn)
        #expect(try await Self.press(call.id, about: alarm, in: person.fixture) == .checkInAnswered)
        #expect(try await person.report().history.contains { $0.at == person.fixture.now })
        #expect(try await Self.press(call.id, about: alarm, in: person.fixture) == .checkInAnswered)
        try await person.fixture.pass(.hours(1))
        #expect(person.post.calls.count == 1)
    }

    @Test("Whoever takes calls back while one is placed about a check-in hears that it is still due")
    func withdrawnDuringCheckInCall() async throws {
        let person = try await CheckInFixture(calls: true)
        try await person.plan()
        try await person.checkIn()
        let phone = person.phone
        let request = OwnAddresses(phone: "+491701234567", calls: true)
        let view: ContactView = try await person.fixture.ask { try $0.checkIns.setOwnAddresses(request, by: phone) }
        try await person.fixture.catchUp()
        try await person.decide(view.id, .confirmed, by: .telephone, toCalls: true)
        try await person.fixture.pass(.hours(24) + -.minutes(13))
        let call = try #require(person.post.calls.first)
        let alarm = try #require(
            try await person.fixture.engine.read { snapshot in
                try snapshot.liveAlarms(of: phone.person, limit: .max).first { $0.alarm.preset == "check-in" }?.alarm.id
            }
        )
        let without = OwnAddresses(phone: "+491701234567")
        let _: ContactView = try await person.fixture.ask { try $0.checkIns.setOwnAddresses(without, by: phone) }
        #expect(try await Self.press(call.id, about: alarm, in: person.fixture) == .checkInWithdrawn)
        #expect(try await !person.report().history.contains { $0.at == person.fixture.now })
    }

    @Test("A person's own number that was confirmed for text messages is asked anew about calls")
    func ownNumberAskedAnew() async throws {
        let person = try await CheckInFixture(calls: true)
        try await person.plan()
        let phone = person.phone
        func set(calls: Bool) async throws -> ContactView {
            let request = OwnAddresses(phone: "+491701234567", calls: calls)
            let view: ContactView = try await person.fixture.ask { try $0.checkIns.setOwnAddresses(request, by: phone) }
            try await person.fixture.catchUp()
            return view
        }
        let number = try await set(calls: false).id
        try await person.decide(number, .confirmed, by: .telephone)
        let asked = person.post.messages.count
        let view = try await set(calls: true)
        #expect(view.consent == .confirmed && view.agreed == [.sms])
        #expect(person.post.messages.count == asked + 1)
        #expect(person.post.messages.last?.text.contains("by a call") == true)
        try await person.decide(number, .confirmed, by: .telephone, toCalls: true)
        #expect(try await set(calls: true).agreed == [.sms, .call])
        #expect(try await set(calls: false).agreed == [.sms], "taken back at once")
        #expect(person.post.messages.count == asked + 1)
        try await expectProblem(.rateLimited) { _ = try await set(calls: true) }
        #expect(person.post.messages.count == asked + 1)
    }

    @Test("Whoever names a contact cannot have them called")
    func contacts() async throws {
        let person = try await CheckInFixture(calls: true)
        try await person.plan()
        let phone = person.phone
        let request = ContactRequest(name: "Ben", phone: "+491701234567", calls: true)
        try await expectProblem(.malformed) {
            let _: ContactView = try await person.fixture.ask { try $0.contacts.add(request, by: phone) }
        }
    }
}
