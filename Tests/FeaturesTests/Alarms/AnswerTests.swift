import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("Cancelling and answering an alarm")
struct AnswerTests {
    private let fixture: EngineFixture
    private let couple: PairedDevices
    private let id: AlarmID

    init() async throws {
        fixture = try EngineFixture()
        couple = try await fixture.couple()
        id = try await fixture.setAlarm(couple, in: .minutes(30))
        try await fixture.catchUp()
        fixture.channel.forget()
    }

    @Test("The sender cancels it: the phone that was told disarms it, and nothing rings")
    func cancelledBySender() async throws {
        #expect(try await fixture.cancel(id, by: couple.ana).state == .cancelled)
        try await fixture.pass(.hours(2))
        #expect(fixture.channel.stages == [.cancel])
        #expect(fixture.channel.alarms.first?.message == nil)
        #expect(try await fixture.engine.read { try $0.earliestWake() } == nil)
    }

    @Test("The receiver declines it: the sender is told")
    func cancelledByReceiver() async throws {
        #expect(try await fixture.cancel(id, by: couple.ben).state == .cancelled)
        try await fixture.pass(.hours(2))
        // Both go out at once, in either order.
        #expect(fixture.channel.stages.sorted { $0.rawValue < $1.rawValue } == [.cancel, .declined])
        #expect(try await fixture.record(id).last == .declined)
    }

    @Test("Cancelling it again changes nothing more")
    func cancelledTwice() async throws {
        try await fixture.cancel(id, by: couple.ana)
        let record = try await fixture.record(id)
        #expect(try await fixture.cancel(id, by: couple.ben).state == .cancelled)
        #expect(try await fixture.record(id) == record)
    }

    @Test("A phone that armed the alarm is not pushed at due, and its answer ends the escalation")
    func acknowledged() async throws {
        try await fixture.report(.armed, of: id, from: couple.ben)
        #expect(try await fixture.state(id) == .armed)
        try await fixture.pass(.minutes(30))
        #expect(fixture.channel.sent.isEmpty)
        try await fixture.report(.ringing, of: id, from: couple.ben)
        try await fixture.report(.acknowledged, of: id, from: couple.ben, reply: .sample(bytes: 300))
        try await fixture.pass(.hours(1))
        #expect(fixture.channel.stages == [.acknowledged])
        let notice = try #require(fixture.channel.alarms.first)
        #expect(notice.reply == .sample(bytes: 300))
        #expect(notice.message == nil)
        #expect(try await fixture.state(id) == .acknowledged)
    }

    @Test("A reply to one occurrence is not sent again with the answer to the next")
    func replyOnce() async throws {
        let id = try await fixture.setAlarm(couple, from: "2027-01-16T08:00:00", repeat: "FREQ=DAILY")
        for (day, reply) in [SealedText.sample(bytes: 300), nil].enumerated() {
            try await fixture.pass(until: fixture.row(id).alarm.due)
            fixture.channel.forget()
            try await fixture.report(.acknowledged, of: id, from: couple.ben, reply: reply)
            try await fixture.catchUp()
            let notice = try #require(fixture.channel.alarms.first { $0.stage.stage == .acknowledged })
            #expect(notice.reply == reply, "day \(day)")
        }
    }

    @Test("A snooze holds the escalation until it is over")
    func snoozed() async throws {
        try await fixture.pass(.minutes(30))
        fixture.channel.forget()
        let end = fixture.now + .minutes(9)
        #expect(try await fixture.report(.snoozed, of: id, from: couple.ben, until: end).state == .snoozed)
        try await fixture.pass(until: end - .milliseconds(1))
        #expect(fixture.channel.sent.isEmpty)
        try await fixture.pass(until: end)
        #expect(fixture.channel.stages == [.ring])
    }

    @Test("Without an answer every step of the policy is taken, and the sender is told")
    func missed() async throws {
        try await fixture.pass(.minutes(91))
        let untilTold = [Stage](repeating: .ring, count: 11)
        let afterwards = [Stage](repeating: .ring, count: 14)
        #expect(fixture.channel.stages == [.handoff] + untilTold + [.noAnswerYet] + afterwards + [.noAnswer])
        #expect(try await fixture.state(id) == .missed)
    }

    @Test("Only the receiver's devices can answer; to a stranger there is no such alarm")
    func others() async throws {
        let stranger = try await fixture.register()
        for device in [couple.ana, stranger] {
            try await expectProblem(.notFound) { try await fixture.report(.acknowledged, of: id, from: device) }
        }
        try await expectProblem(.notFound) { try await fixture.cancel(id, by: stranger) }
        #expect(try await fixture.state(id) == .scheduled)
    }

    @Test("An answer after the end is accepted and changes nothing")
    func afterTheEnd() async throws {
        try await fixture.cancel(id, by: couple.ana)
        let answer = try await fixture.report(.acknowledged, of: id, from: couple.ben, reply: .sample())
        #expect(answer.state == .cancelled)
        #expect(try await fixture.row(id).content.reply == nil)
    }

    @Test("When the pair has ended, every attempt is told so")
    func revoked() async throws {
        _ = try await fixture.engine.write { [couple] in try $0.pairing.revoke(couple.pair, by: couple.ben) }
        try await expectProblem(.gone) { try await fixture.cancel(id, by: couple.ana) }
        try await expectProblem(.gone) { try await fixture.report(.acknowledged, of: id, from: couple.ben) }
    }
}
