import AlarmCore
import AlarmWire
import Engine
import RelayTesting
import Storage
import Testing

@Suite("Taking an alarm back, and answering it")
struct AnswerTests {
    private let scene: EngineScene
    private let couple: Couple
    private let id: AlarmID

    init() async throws {
        scene = try EngineScene()
        couple = try await scene.couple()
        id = try await scene.setAlarm(couple, in: .minutes(30))
        try await scene.catchUp()
        scene.channel.forget()
    }

    @Test("Its sender takes it back: the phone that was told lets go, and nothing rings")
    func cancelledBySender() async throws {
        #expect(try await scene.cancel(id, by: couple.ana).state == .cancelled)
        try await scene.pass(.hours(2))
        #expect(scene.channel.stages == [.cancel])
        #expect(scene.channel.alarms.first?.message == nil)
        #expect(try await scene.engine.read { try $0.earliestWake() } == nil)
    }

    @Test("The receiver takes it off: the sender is told")
    func cancelledByReceiver() async throws {
        #expect(try await scene.cancel(id, by: couple.ben).state == .cancelled)
        try await scene.pass(.hours(2))
        // Both go out at once, in either order.
        #expect(scene.channel.stages.sorted { $0.rawValue < $1.rawValue } == [.cancel, .declined])
        #expect(try await scene.record(id).last == .declined)
    }

    @Test("Taking it back again changes nothing more")
    func cancelledTwice() async throws {
        try await scene.cancel(id, by: couple.ana)
        let record = try await scene.record(id)
        #expect(try await scene.cancel(id, by: couple.ben).state == .cancelled)
        #expect(try await scene.record(id) == record)
    }

    @Test("A phone that armed the alarm is not pushed at due, and silences the ladder by an answer")
    func acknowledged() async throws {
        try await scene.report(.armed, of: id, from: couple.ben)
        #expect(try await scene.state(id) == .armed)
        try await scene.pass(.minutes(30))
        #expect(scene.channel.sent.isEmpty)
        try await scene.report(.ringing, of: id, from: couple.ben)
        try await scene.report(.acknowledged, of: id, from: couple.ben, reply: .sample(bytes: 300))
        try await scene.pass(.hours(1))
        #expect(scene.channel.stages == [.acknowledged])
        let notice = try #require(scene.channel.alarms.first)
        #expect(notice.reply == .sample(bytes: 300))
        #expect(notice.message == nil)
        #expect(try await scene.state(id) == .acknowledged)
    }

    @Test("A reply to one occurrence is not sent again with the answer to the next")
    func replyOnce() async throws {
        let id = try await scene.setAlarm(couple, from: "2027-01-16T08:00:00", repeat: "FREQ=DAILY")
        for (day, reply) in [SealedText.sample(bytes: 300), nil].enumerated() {
            try await scene.pass(until: scene.row(id).alarm.due)
            scene.channel.forget()
            try await scene.report(.acknowledged, of: id, from: couple.ben, reply: reply)
            try await scene.catchUp()
            let notice = try #require(scene.channel.alarms.first { $0.stage.stage == .acknowledged })
            #expect(notice.reply == reply, "day \(day)")
        }
    }

    @Test("A snooze puts the ladder off until it is over")
    func snoozed() async throws {
        try await scene.pass(.minutes(30))
        scene.channel.forget()
        let end = scene.now + .minutes(9)
        #expect(try await scene.report(.snoozed, of: id, from: couple.ben, until: end).state == .snoozed)
        try await scene.pass(until: end - .milliseconds(1))
        #expect(scene.channel.sent.isEmpty)
        try await scene.pass(until: end)
        #expect(scene.channel.stages == [.ring])
    }

    @Test("Nobody answers: the ladder is climbed to its end, and the sender is told")
    func missed() async throws {
        try await scene.pass(.minutes(41))
        #expect(
            scene.channel.stages == [.handoff] + [Stage](repeating: .ring, count: 7) + [.noAnswer]
        )
        #expect(try await scene.state(id) == .missed)
    }

    @Test("Only the receiver's devices can answer; to a stranger there is no such alarm")
    func others() async throws {
        let stranger = try await scene.register()
        for device in [couple.ana, stranger] {
            try await expectProblem(.notFound) { try await scene.report(.acknowledged, of: id, from: device) }
        }
        try await expectProblem(.notFound) { try await scene.cancel(id, by: stranger) }
        #expect(try await scene.state(id) == .scheduled)
    }

    @Test("An answer after the end is taken and changes nothing")
    func afterTheEnd() async throws {
        try await scene.cancel(id, by: couple.ana)
        let answer = try await scene.report(.acknowledged, of: id, from: couple.ben, reply: .sample())
        #expect(answer.state == .cancelled)
        #expect(try await scene.row(id).content.reply == nil)
    }

    @Test("When the pair has ended, every attempt is told so")
    func revoked() async throws {
        _ = try await scene.engine.write { [couple] in try $0.revoke(couple.pair, by: couple.ben) }
        try await expectProblem(.gone) { try await scene.cancel(id, by: couple.ana) }
        try await expectProblem(.gone) { try await scene.report(.acknowledged, of: id, from: couple.ben) }
    }
}
