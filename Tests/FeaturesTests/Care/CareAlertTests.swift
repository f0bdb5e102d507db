import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("Alerts of a care circle")
struct CareAlertTests {
    @Test(
        "Every kind of signal asks the dweller first, for 30 to 120 s by its urgency",
        arguments: [
            (CareSignal.fall, Span.seconds(30)), (.manual, .seconds(30)), (.inactivity, .seconds(120)),
            (.wellness, .seconds(120)),
        ]
    )
    func countdowns(signal: CareSignal, countdown: Span) async throws {
        let care = try await CareFixture()
        let alert = try await care.signal(signal)
        #expect(alert.state == .counting)
        #expect(alert.due == care.fixture.now + countdown)
        try await care.fixture.pass(countdown + -.seconds(1))
        #expect(try care.pushes(to: care.ana) == [.countdown])
        #expect(try care.pushes(to: care.anasWatch) == [.countdown])
        #expect(try care.pushes(to: care.ben) == [])
        try await care.fixture.pass(.seconds(1))
        #expect(try care.pushes(to: care.ben) == [.alert])
        #expect(try await care.alert(alert.id, for: care.ben).state == .alerting)
    }

    @Test("The dweller sets how long a kind of alert counts down")
    func chosenCountdown() async throws {
        let care = try await CareFixture()
        try await care.set(CareSettings(countdowns: try CareCountdowns([.fall: .seconds(90)])))
        #expect(try await care.signal(.fall).due == care.fixture.now + .seconds(90))
    }

    @Test("A glucose reading is an alert beyond the dweller's own threshold, and none without one")
    func glucose() async throws {
        let care = try await CareFixture()
        let low = CareSignal.glucose(try GlucoseReading(milligramsPerDecilitre: 55))
        #expect(try await care.signal(low).held == .noThresholds)
        try await care.set(CareSettings(glucose: try GlucoseThresholds(low: 70, high: 180)))
        let normal = CareSignal.glucose(try GlucoseReading(milligramsPerDecilitre: 100))
        #expect(try await care.signal(normal).held == .withinThresholds)
        let alert = try await care.signal(low)
        #expect(alert.state == .counting)
        #expect(alert.reading == 55)
        #expect(alert.due == care.fixture.now + .seconds(60))
        #expect(try await care.history(for: care.ana).alerts.map(\.id) == [alert.id])
    }

    @Test("A member who looks after the dweller is not told of each further reading on the same side, for an hour")
    func glucoseLookedAfter() async throws {
        let care = try await CareFixture()
        try await care.set(CareSettings(glucose: try GlucoseThresholds(low: 70, high: 180)))
        func read(_ value: Int) async throws -> CareAlertView {
            try await care.signal(.glucose(try GlucoseReading(milligramsPerDecilitre: value)))
        }
        let first = try await read(60)
        try await care.fixture.pass(.minutes(2))
        try await care.acknowledge(first.id, by: care.ben)
        for _ in 0..<10 {
            try await care.fixture.pass(.minutes(5))
            #expect(try await read(58).held == .acknowledged)
        }
        #expect(try care.pushes(to: care.ben) == [.alert])
        #expect(try await care.history(for: care.ana).alerts.map(\.held) == [.acknowledged, nil])
        #expect(try await read(95).held == .withinThresholds)
        #expect(try await read(61).state == .counting)
    }

    @Test("Sensor readings do not use up the hourly quota of the button or of falls")
    func shares() async throws {
        let care = try await CareFixture()
        try await care.set(CareSettings(glucose: try GlucoseThresholds(low: 70, high: 180)))
        let low = CareSignal.glucose(try GlucoseReading(milligramsPerDecilitre: 60))
        for _ in 0..<care.fixture.engine.limits.requestsPerHour {
            try await care.cancel(try await care.signal(low).id, by: care.ana)
        }
        try await expectProblem(.rateLimited) { try await care.signal(low) }
        #expect(try await care.signal(.manual).state == .counting)
        #expect(try await care.signal(.fall).state == .counting)
    }

    @Test("One tap on any of the dweller's devices during the countdown cancels it, and no member is told")
    func cancelled() async throws {
        let care = try await CareFixture()
        let alert = try await care.signal(.fall)
        try await care.fixture.pass(.seconds(29))
        #expect(try await care.cancel(alert.id, by: care.anasWatch).state == .cancelled)
        try await care.fixture.pass(.hours(1))
        #expect(try care.pushes(to: care.ben) == [])
        #expect(try care.pushes(to: care.carla) == [])
        #expect(try care.pushes(to: care.ana) == [.countdown, .cancel])
    }

    @Test("The alert's alarm can be cancelled like any other, and the receipt of a notification's button does as well")
    func cancelledOtherwise() async throws {
        let care = try await CareFixture()
        let first = try await care.signal(.fall)
        try await care.fixture.cancel(AlarmID(first.id), by: care.anasWatch)
        #expect(try await care.alert(first.id, for: care.ana).state == .cancelled)
        let second = try await care.signal(.manual)
        try await care.fixture.report(.acknowledged, of: AlarmID(second.id), from: care.anasWatch)
        #expect(try await care.alert(second.id, for: care.ana).state == .cancelled)
        let third = try await care.signal(.fall)
        try await care.fixture.report(.dismissed, of: AlarmID(third.id), from: care.ana)
        #expect(try await care.alert(third.id, for: care.ana).state == .cancelled)
        try await care.fixture.pass(.hours(1))
        #expect(try care.pushes(to: care.ben) == [])
    }

    @Test("An alert cannot be snoozed, and only its dweller can cancel it")
    func notPutOff() async throws {
        let care = try await CareFixture()
        let alert = try await care.signal(.fall)
        try await expectProblem(.conflict) {
            try await care.fixture.report(.snoozed, of: AlarmID(alert.id), from: care.ana)
        }
        try await expectProblem(.notFound) { try await care.cancel(alert.id, by: care.ben) }
        try await expectProblem(.notFound) { try await care.fixture.cancel(AlarmID(alert.id), by: care.ben) }
        try await expectProblem(.conflict) { try await care.acknowledge(alert.id, by: care.ana) }
    }

    @Test("A second signal of the same kind is the same alert; another kind is another one")
    func repeated() async throws {
        let care = try await CareFixture()
        let first = try await care.signal(.fall)
        #expect(try await care.signal(.fall, from: care.anasWatch).id == first.id)
        #expect(try await care.signal(.manual).id != first.id)
        try await care.fixture.pass(.seconds(30))
        #expect(try care.pushes(to: care.ben) == [.alert, .alert])
    }

    @Test("The first priority is told at once, the next after five minutes, then all every five minutes, three times")
    func tiers() async throws {
        let care = try await CareFixture()
        let alert = try await care.signal(.fall)
        try await care.fixture.pass(.seconds(30))
        #expect(try care.pushes(to: care.ben) == [.alert])
        try await care.fixture.pass(.seconds(299))
        #expect(try care.pushes(to: care.carla) == [])
        try await care.fixture.pass(.seconds(1))
        #expect(try care.pushes(to: care.carla) == [.alert])
        #expect(try care.pushes(to: care.ben) == [.alert, .alert])
        try await care.fixture.pass(.minutes(20))
        #expect(try care.pushes(to: care.carla) == [.alert, .alert, .alert, .alert])
        #expect(try care.pushes(to: care.ana) == [.countdown, .noAnswer])
        try await care.fixture.pass(.hours(2))
        #expect(try care.pushes(to: care.ben).count == 5)
        #expect(try await care.alert(alert.id, for: care.ana).state == .alerting)
        try await care.fixture.pass(.hours(23))
        #expect(try await care.alert(alert.id, for: care.ana).state == .unanswered)
    }

    @Test("Members who could not be reached during the escalation are told once they can be, and can answer")
    func outage() async throws {
        let care = try await CareFixture()
        try await care.leavePhone(care.ben)
        try await care.fixture.catchUp()
        let questions = care.post.messages.count
        for _ in 0..<20 { care.post.answer(.retry(after: .minutes(10), reason: .other("down"), indeterminate: false)) }
        let alert = try await care.signal(.manual)
        try await care.fixture.pass(.minutes(40))
        care.post.recover()
        let tried = care.post.messages.count
        #expect(tried > questions)
        try await care.fixture.pass(.hours(2))
        #expect(care.post.messages.count == tried + 1)
        let told = try await care.alert(alert.id, for: care.ana).told.filter { $0.means == .sms }
        #expect(told.map(\.outcome) == [.expired, .expired, .expired, .expired, .sent])
        try await care.acknowledge(alert.id, by: care.ben)
        try await care.fixture.catchUp()
        #expect(try care.pushes(to: care.ana).contains(.acknowledged))
        #expect(try await care.alert(alert.id, for: care.ana).state == .acknowledged)
    }

    @Test("The history counts a text message that was lost, and sent again, once, with what became of it")
    func lostMessage() async throws {
        let care = try await CareFixture()
        try await care.leavePhone(care.ben)
        try await care.fixture.pass(.minutes(1))
        let off = DeliveryOutcome.retry(after: nil, reason: .other("the telephone is off"), indeterminate: false)
        care.post.tell(.lost(off))
        let alert = try await care.signal(.manual)
        try await care.fixture.pass(.minutes(4))
        func told() async throws -> [CareTold.Outcome] {
            try await care.alert(alert.id, for: care.ana).told.filter { $0.means == .sms }.map(\.outcome)
        }
        #expect(try await told() == [.sent])
        #expect(care.post.messages.count == 2, "the message that was lost, and its repeat")
        #expect(Set(care.post.messages.map(\.id)).count == 1)
    }

    @Test("A member whose text messages were never handed over gets none that the alert is over")
    func neverTold() async throws {
        let care = try await CareFixture()
        try await care.leavePhone(care.ben)
        try await care.fixture.catchUp()
        let down = DeliveryOutcome.retry(after: .minutes(10), reason: .unreachable("down"), indeterminate: false)
        for _ in 0..<20 { care.post.answer(down) }
        let alert = try await care.signal(.manual)
        try await care.fixture.pass(.minutes(12))
        care.post.recover()
        let tried = care.post.messages.count
        try await care.acknowledge(alert.id, by: care.carla)
        try await care.fixture.pass(.hours(1))
        #expect(care.post.messages.count == tried)
        #expect(try care.pushes(to: care.ben).last == .alertEnded, "his phone was told")
    }

    @Test("A text message that was lost for good stands in the history as refused, and not as sent")
    func refusedMessage() async throws {
        let care = try await CareFixture()
        try await care.leavePhone(care.ben)
        try await care.fixture.pass(.minutes(1))
        care.post.tell(.lost(.rejected(reason: "no such number")))
        let alert = try await care.signal(.manual)
        try await care.fixture.pass(.minutes(4))
        let told = try await care.alert(alert.id, for: care.ana).told.filter { $0.means == .sms }
        #expect(told.map(\.outcome) == [.refused])
    }

    @Test("A text message that was lost after its number was taken back does not stand in the history as sent")
    func lostAfterRemoval() async throws {
        let care = try await CareFixture()
        try await care.leavePhone(care.ben)
        try await care.fixture.pass(.minutes(1))
        let alert = try await care.signal(.manual)
        try await care.fixture.pass(.seconds(31))
        let messages = care.post.messages.count
        func told() async throws -> [CareTold] {
            try await care.alert(alert.id, for: care.ana).told.filter { $0.means == .sms }
        }
        #expect(try await told().map(\.outcome) == [.sent])
        let ben = care.ben
        _ = try await care.fixture.engine.write { try $0.care.removePhone(by: ben) }
        care.post.tell(.lost(.rejected(reason: "no such number")))
        try await care.fixture.pass(.minutes(1))
        #expect(try await told().map(\.outcome) == [.refused])
        #expect(try await told().map(\.person) == [ben.person])
        #expect(care.post.messages.count == messages)
    }

    @Test("A text message of which its provider says that it was lost when the alert is over is not sent again")
    func lostWhenOver() async throws {
        let care = try await CareFixture()
        try await care.leavePhone(care.ben)
        try await care.fixture.pass(.minutes(1))
        let off = DeliveryOutcome.retry(after: nil, reason: .other("the telephone is off"), indeterminate: false)
        let alert = try await care.signal(.manual)
        try await care.fixture.pass(.seconds(45))
        care.post.tell(.lost(off))
        try await care.acknowledge(alert.id, by: care.carla)
        try await care.fixture.pass(.hours(1))
        let alerts = try await care.fixture.deliveries(AlarmID(alert.id)).filter {
            $0.order.stage == .alert && $0.order.destination.device == nil
        }
        #expect(alerts.map(\.state) == [.accepted])
        #expect(alerts.map(\.attempts) == [1])
    }

    @Test("A signal after an unanswered alert asks the dweller and tells the members again, as the same alert")
    func raisedAgain() async throws {
        let care = try await CareFixture()
        let alert = try await care.signal(.manual)
        try await care.fixture.pass(.minutes(20))
        try await care.signal(.manual)
        try await care.fixture.pass(.minutes(20))
        #expect(try care.pushes(to: care.ben).count == 5)
        let again = try await care.signal(.manual)
        #expect(again.id == alert.id)
        #expect(again.due == care.fixture.now + .seconds(30))
        #expect(again.state == .counting)
        #expect(try await care.alert(alert.id, for: care.ben).state == .counting)
        try await care.fixture.pass(.seconds(30))
        #expect(try care.pushes(to: care.ana).filter { $0 == .countdown }.count == 2)
        #expect(try care.pushes(to: care.ben).count == 6)
        try await care.cancel(alert.id, by: care.ana)
        try await care.fixture.catchUp()
        #expect(try care.pushes(to: care.ben).last == .alertEnded)
        #expect(try care.pushes(to: care.carla).last == .alertEnded)
    }

    @Test("A member's answer to a ring holds also when the dweller has signalled again since, and no other answer does")
    func answeredAcrossSignals() async throws {
        let care = try await CareFixture()
        let alert = try await care.signal(.manual)
        let id = AlarmID(alert.id)
        try await care.fixture.pass(.minutes(26))
        let rung = try await care.fixture.row(id).alarm.revision
        #expect(try await care.signal(.manual).state == .counting)
        try await care.fixture.catchUp()
        #expect(try await care.fixture.row(id).alarm.revision > rung)
        try await care.fixture.report(.dismissed, of: id, from: care.ben, revision: rung)
        for report in [AlarmReceipt.Report.acknowledged, .dismissed] {
            try await care.fixture.report(report, of: id, from: care.ana, revision: rung)
        }
        #expect(try await care.alert(alert.id, for: care.ana).state == .counting, "she has called again since")
        care.fixture.channel.forget()
        try await care.fixture.report(.acknowledged, of: id, from: care.ben, revision: rung)
        #expect(try await care.alert(alert.id, for: care.ana).state == .acknowledged)
        try await care.fixture.pass(.hours(1))
        #expect(try care.pushes(to: care.ana).contains(.acknowledged))
        #expect(try care.pushes(to: care.ben) == [])
        #expect(try care.pushes(to: care.carla) == [.alertEnded], "nobody is rung again")
        try await care.fixture.report(.acknowledged, of: id, from: care.carla, revision: rung)
        #expect(try await care.alert(alert.id, for: care.ana).endedBy == "Ben", "the alert has ended")
    }

    @Test("An answer that was given long before the dweller signalled again, and comes late, leaves the alert as it is")
    func answeredLongBefore() async throws {
        let care = try await CareFixture()
        let alert = try await care.signal(.manual)
        let id = AlarmID(alert.id)
        try await care.fixture.pass(.minutes(26))
        let rung = try await care.fixture.row(id).alarm.revision
        try await care.fixture.pass(.hours(1))
        let again = care.fixture.now
        #expect(try await care.signal(.manual).state == .counting)
        try await care.fixture.catchUp()
        let before = again - CareLimits.answerLead
        for time in [again - .hours(1), before - .milliseconds(1)] {
            let heard = try await care.fixture.report(.acknowledged, of: id, from: care.ben, revision: rung, at: time)
            #expect(heard.revision > rung, "the device learns that the alert has moved on")
            #expect(try await care.alert(alert.id, for: care.ana).state == .counting)
        }
        care.fixture.channel.forget()
        try await care.fixture.pass(.minutes(6))
        #expect(try care.pushes(to: care.ben).contains(.alert), "whoever answered in vain is rung again")
        try await care.fixture.report(.acknowledged, of: id, from: care.ben, revision: rung, at: before)
        #expect(try await care.alert(alert.id, for: care.ana).state == .acknowledged)
    }

    @Test("An alert that the dweller signals again stays open for all members who may know of it, told or not")
    func openAcrossSignals() async throws {
        let care = try await CareFixture()
        try await care.change(care.carla, MemberChange(permissions: [.status]))
        let alert = try await care.signal(.manual)
        try await expectProblem(.notFound) { try await care.alert(alert.id, for: care.ben) }
        try await care.fixture.pass(.minutes(26))
        try await care.change(care.carla, MemberChange(permissions: [.status, .alertManual]))
        #expect(try await care.alert(alert.id, for: care.carla).state == .alerting)
        #expect(try await care.signal(.manual).state == .counting)
        for member in [care.ben, care.carla] {
            let seen = try #require(try await care.overview(for: member).dwellers.first)
            #expect(seen.alerts.map(\.id) == [alert.id])
            #expect(seen.state == .counting)
        }
        try await care.change(care.ben, MemberChange(permissions: [.status]))
        try await expectProblem(.notFound) { try await care.alert(alert.id, for: care.ben) }
        #expect(try await care.acknowledge(alert.id, by: care.carla).state == .acknowledged)
    }

    @Test("The others read who looks after the dweller, or that the alert was called off, and not that all is over")
    func ending() async throws {
        let care = try await CareFixture()
        func reads(_ text: String) -> Bool {
            care.fixture.channel.sent.map { String(decoding: $0.payload, as: UTF8.self) }
                .contains { $0.contains("alert-ended") && $0.contains(text) }
        }
        let fall = try await care.signal(.fall)
        try await care.fixture.pass(.minutes(6))
        try await care.acknowledge(fall.id, by: care.ben)
        try await care.fixture.catchUp()
        #expect(reads("Ben has acknowledged the alert about Ana (a possible fall); it rings nobody any more."))
        let call = try await care.signal(.manual)
        try await care.fixture.pass(.minutes(6))
        try await care.cancel(call.id, by: care.ana)
        try await care.fixture.catchUp()
        #expect(reads("The alert (a call for help) was called off"))
    }

    @Test("Members of one priority are told together, and a priority without members costs no time")
    func denseTiers() async throws {
        let care = try await CareFixture()
        try await care.change(care.ben, MemberChange(priority: 3))
        try await care.change(care.carla, MemberChange(priority: 3))
        try await care.signal(.manual)
        try await care.fixture.pass(.seconds(30))
        #expect(try care.pushes(to: care.ben) == [.alert])
        #expect(try care.pushes(to: care.carla) == [.alert])
    }

    @Test("A first member whom nothing reaches costs the next no time, and is told once something does")
    func unreachableTier() async throws {
        let care = try await CareFixture()
        let ben = care.ben
        try await care.fixture.engine.write { tx in
            var device = try #require(try tx.transaction.device(ben.id))
            device.address = nil
            try tx.transaction.update(device)
        }
        try await care.signal(.manual)
        try await care.fixture.pass(.seconds(30))
        #expect(try care.pushes(to: care.carla) == [.alert])
        try await care.leavePhone(ben)
        try await care.fixture.catchUp()
        let texts = care.post.messages.count
        try await care.fixture.pass(.minutes(5))
        #expect(care.post.messages.count == texts + 1)
    }

    @Test("A member who confirmed a number is sent a text message together with the push, and hears when it is over")
    func textMessages() async throws {
        let care = try await CareFixture()
        try await care.leavePhone(care.ben)
        try await care.leavePhone(care.carla, confirmed: false)
        try await care.fixture.catchUp()
        let questions = care.post.messages.count
        #expect(questions == 1)
        let alert = try await care.signal(.fall)
        try await care.fixture.pass(.seconds(30))
        #expect(try care.pushes(to: care.ben) == [.alert])
        let message = try #require(care.post.messages.dropFirst(questions).first)
        #expect(message.recipient == PhoneNumber("+491701234567"))
        #expect(message.text.contains("Ana"))
        #expect(message.text.contains("Not a medical device."))
        try await care.fixture.pass(.minutes(6))
        try await care.acknowledge(alert.id, by: care.carla)
        try await care.fixture.catchUp()
        #expect(care.post.messages.count == questions + 3)
        #expect(care.post.messages.last?.text.contains("Carla") ?? false)
        let told = try await care.alert(alert.id, for: care.ana).told
        #expect(told.filter { $0.means == .sms }.map(\.person) == [care.ben.person, care.ben.person])
    }

    @Test(
        "A member whom only text messages reach is told by one, once, that somebody said it is over",
        arguments: [true, false]
    )
    func textedOnly(isAcknowledged: Bool) async throws {
        let care = try await CareFixture()
        try await care.leavePhone(care.ben)
        let ben = care.ben
        try await care.fixture.engine.write { tx in
            var device = try #require(try tx.transaction.device(ben.id))
            device.address = nil
            try tx.transaction.update(device)
        }
        let alert = try await care.signal(.fall)
        try await care.fixture.pass(isAcknowledged ? .minutes(6) : .hours(25))
        if isAcknowledged { try await care.acknowledge(alert.id, by: care.carla) }
        try await care.fixture.catchUp()
        let sent = care.post.messages.count
        for _ in 0..<2 {
            try await care.resolve(alert.id, by: care.carla)
            try await care.fixture.catchUp()
        }
        #expect(care.post.messages.count == sent + 1)
        let words = "Reveille: Carla says that the alert about Ana (a possible fall) is over."
        #expect(care.post.messages.last?.text == words)
    }

    @Test("A member's number is asked once by a message, not again at once, and can be taken back")
    func askedOnce() async throws {
        let care = try await CareFixture()
        let ben = care.ben
        try await care.leavePhone(ben, confirmed: false)
        try await expectProblem(.rateLimited) { try await care.leavePhone(ben, confirmed: false) }
        try await care.fixture.catchUp()
        #expect(care.post.messages.count == 1)
        #expect(try await care.fixture.engine.write { try $0.care.removePhone(by: ben) }.status == 204)
        try await expectProblem(.notFound) { try await care.fixture.engine.write { try $0.care.removePhone(by: ben) } }
        try await care.signal(.fall)
        try await care.fixture.pass(.minutes(10))
        #expect(care.post.messages.count == 1)
    }

    @Test("A member who acknowledges on a device gets no text message that it is over")
    func ownMessage() async throws {
        let care = try await CareFixture()
        try await care.leavePhone(care.ben)
        let alert = try await care.signal(.fall)
        try await care.fixture.pass(.minutes(1))
        let sent = care.post.messages.count
        try await care.acknowledge(alert.id, by: care.ben)
        try await care.fixture.pass(.hours(1))
        #expect(care.post.messages.count == sent)
    }

    @Test("A member's own number is not one of their contacts, and does not count for their check-ins")
    func ownNumber() async throws {
        let care = try await CareFixture()
        try await care.leavePhone(care.ben)
        let list = try await care.fixture.engine.read { try care.fixture.engine.contacts(of: care.ben, in: $0) }
        #expect(list.contacts.isEmpty)
        let ben = care.ben
        let settings = CheckInSettings(name: "Ben")
        let report: CheckInReport = try await care.fixture.ask { try $0.checkIns.plan(settings, by: ben) }
        #expect(report.contacts == 0)
    }

    @Test("A member's acknowledgement stops the alert, and tells the dweller and everybody who was told")
    func acknowledged() async throws {
        let care = try await CareFixture()
        let second = try await care.fixture.addDevice(besides: care.ben)
        let alert = try await care.signal(.fall)
        try await care.fixture.pass(.minutes(6))
        let over = try await care.acknowledge(alert.id, by: care.carla)
        #expect(over.state == .acknowledged)
        #expect(over.endedBy == "Carla")
        try await care.fixture.pass(.hours(1))
        #expect(try care.pushes(to: care.ben) == [.alert, .alert, .alertEnded])
        #expect(try care.pushes(to: second) == [.alert, .alert, .alertEnded])
        #expect(try care.pushes(to: care.carla) == [.alert])
        #expect(try care.pushes(to: care.ana) == [.countdown, .acknowledged, .cancel])
        #expect(try await care.fixture.state(AlarmID(alert.id)) == .acknowledged)
    }

    @Test("The receipt of a member who was told acknowledges, and that they swiped a notification away does not")
    func receipts() async throws {
        let care = try await CareFixture()
        let alert = try await care.signal(.fall)
        let id = AlarmID(alert.id)
        try await expectProblem(.notFound) { try await care.fixture.report(.acknowledged, of: id, from: care.ben) }
        try await care.fixture.pass(.seconds(30))
        for report in [AlarmReceipt.Report.received, .ringing, .dismissed, .snoozed] {
            try await care.fixture.report(report, of: id, from: care.ben)
        }
        #expect(try await care.fixture.state(id) == .ringing)
        try await care.fixture.report(.acknowledged, of: id, from: care.ben)
        #expect(try await care.fixture.state(id) == .acknowledged)
        #expect(try await care.alert(alert.id, for: care.ana).endedBy == "Ben")
    }

    @Test("A cancellation by the dweller before a push starts counts: it is not sent")
    func permissionTakenBack() async throws {
        let care = try await CareFixture()
        let alert = try await care.signal(.fall)
        try await care.change(care.ben, MemberChange(permissions: [.status]))
        try await care.fixture.pass(.minutes(30))
        #expect(try care.pushes(to: care.ben) == [])
        #expect(try care.pushes(to: care.carla).first == .alert)
        try await expectProblem(.notFound) { try await care.alert(alert.id, for: care.ben) }
        try await expectProblem(.notFound) { try await care.acknowledge(alert.id, by: care.ben) }
    }

    @Test("If no member may know of an alert, the dweller is told at once, and later that there was no answer")
    func nobody() async throws {
        let care = try await CareFixture()
        for member in [care.ben, care.carla] { try await care.change(member, MemberChange(permissions: [])) }
        #expect(try await care.signal(.fall).audience == 0)
        try await care.fixture.pass(.hours(1))
        #expect(try care.pushes(to: care.ana) == [.countdown, .noAnswer])
    }

    @Test("Every answer about an alert says in the reader's language that this is no medical device")
    func notice() async throws {
        let care = try await CareFixture()
        let alert = try await care.signal(.manual)
        #expect(alert.notice.contains("not a medical device"))
        #expect(alert.notice.contains("does not replace emergency services"))
        #expect(try await care.history(for: care.ana).notice == alert.notice)
        #expect(try await care.overview(for: care.ben).notice == alert.notice)
    }

    @Test("A push names the dweller's signal to members, and who takes care of it to the dweller")
    func words() async throws {
        let care = try await CareFixture()
        try await care.signal(.fall)
        try await care.fixture.pass(.seconds(30))
        let call = try #require(care.fixture.channel.sent.last { $0.alarm?.stage.stage == .alert })
        #expect(String(decoding: call.payload, as: UTF8.self).contains("Ana may have fallen"))
        try await care.acknowledge(DocumentID(of: try #require(call.alarm).id), by: care.ben)
        try await care.fixture.catchUp()
        let answer = try #require(care.fixture.channel.sent.last { $0.alarm?.stage.stage == .acknowledged })
        #expect(String(decoding: answer.payload, as: UTF8.self).contains("Ben has acknowledged"))
    }

    @Test("Only the dweller of a care circle signals, and a person without one is told what to do")
    func strangers() async throws {
        let care = try await CareFixture()
        try await expectProblem(.conflict) { try await care.signal(.fall, from: care.ben) }
        let eve = try await care.fixture.register()
        let alert = try await care.signal(.fall)
        try await care.fixture.pass(.seconds(30))
        try await expectProblem(.notFound) { try await care.alert(alert.id, for: eve) }
        try await expectProblem(.notFound) { try await care.acknowledge(alert.id, by: eve) }
        try await expectProblem(.notFound) { try await care.history(for: eve) }
        try await expectProblem(.notFound) {
            try await care.fixture.report(.acknowledged, of: AlarmID(alert.id), from: eve)
        }
    }
}
