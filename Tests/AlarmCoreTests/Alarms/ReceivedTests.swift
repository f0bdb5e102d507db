import AlarmCore
import Testing

@Suite("A phone that has heard of an alarm")
struct ReceivedTests {
    @Test("That it has come is recorded once, and changes nothing that is to be done")
    func recordedOnce() {
        var scene = AlarmScene(in: .hours(2))
        scene.happen(.accepted)
        let before = scene
        #expect(scene.report(.received).isEmpty)
        #expect(scene.record == before.record + [.received])
        let heard = scene.alarm
        #expect((heard.state, heard.epoch, heard.revision) == (before.alarm.state, before.alarm.epoch, 1))
        #expect(scene.wake == before.wake)
        for _ in 0..<3 {
            let effects = scene.alarm.handle(
                .receipt(AlarmReceipt(report: .received, device: scene.phone, revision: 1)),
                at: scene.now,
                in: scene.context
            )
            #expect(effects.isEmpty)
        }
        #expect(scene.alarm == heard)
        #expect(scene.pass(to: .zero).last?.stage == .ring, "a phone that has merely heard of it has to be rung")
    }

    @Test(
        "Whatever else a phone says, it says that as well",
        arguments: [AlarmReceipt.Report.armed, .ringing, .snoozed]
    )
    func implied(report: AlarmReceipt.Report) {
        var scene = AlarmScene(in: .hours(2))
        scene.happen(.accepted)
        scene.report(report)
        let lines = scene.record.count
        scene.report(.received)
        #expect(scene.record.count == lines)
        #expect(scene.alarm.progress.map(\.hasReceived) == [true])
    }

    @Test("Said of an older revision, or of an alarm that has ended, it is no news at all")
    func stale() {
        var scene = AlarmScene(in: .hours(2))
        scene.happen(.accepted)
        scene.happen(.receipt(AlarmReceipt(report: .received, device: scene.phone, revision: 0)))
        #expect(!scene.record.contains(.received))
        #expect(!scene.record.contains(.stale))
        scene.happen(.cancel(by: .sender))
        let record = scene.record
        scene.report(.received)
        #expect(scene.record == record)
    }

    @Test("Another occurrence, or another time, has to be heard of anew")
    func anew() {
        var scene = AlarmScene(in: .hours(2))
        scene.happen(.accepted)
        scene.report(.received)
        let due = scene.now + .hours(3)
        scene.happen(.reschedule(.once(due), due: due, ttl: .minutes(10)))
        scene.report(.received)
        #expect(scene.record.filter { $0 == .received }.count == 2)
    }
}

@Suite("A phone that never says a word")
struct SilenceTests {
    @Test("When the ladder has been climbed for nothing, the phone that was called is named")
    func missed() {
        var scene = AlarmScene(in: .hours(2))
        scene.happen(.accepted)
        scene.pass(to: .minutes(10))
        #expect(scene.alarm.state == .missed)
        #expect(scene.unanswered == [1: [scene.phone]])
    }

    @Test("A single word is enough not to be named", arguments: [AlarmReceipt.Report.received, .armed, .ringing])
    func heard(report: AlarmReceipt.Report) {
        var scene = AlarmScene(in: .hours(2))
        scene.happen(.accepted)
        scene.report(report)
        scene.pass(to: .minutes(10))
        #expect(scene.alarm.state == .missed)
        #expect(scene.unanswered.isEmpty)
    }

    @Test("Of two phones the one that stayed silent is named, though the other one answered")
    func other() {
        var scene = AlarmScene(in: .hours(2), receivers: 2)
        scene.happen(.accepted)
        scene.pass(to: .seconds(90))
        scene.report(.acknowledged)
        #expect(scene.unanswered == [1: [scene.tablet]])
    }

    @Test("What was taken back before it was due, or was for a phone that is gone, names nobody")
    func excused() {
        var early = AlarmScene(in: .hours(2))
        early.happen(.accepted)
        early.happen(.cancel(by: .sender))
        #expect(early.unanswered.isEmpty)
        var gone = AlarmScene(in: .hours(2))
        gone.happen(.accepted)
        gone.context.receivers = []
        gone.happen(.devicesChanged)
        gone.pass(to: .minutes(10))
        #expect(gone.alarm.state == .missed)
        #expect(gone.unanswered.isEmpty)
    }

    @Test("Every occurrence of an alarm that repeats counts by itself")
    func recurring() throws {
        let start = AlarmScene.start + .hours(2)
        let local = ZoneRules.utc.localDateTime(at: start)
        var scene = AlarmScene(
            in: .hours(2),
            schedule: .recurring(rule: try RecurrenceRule("FREQ=DAILY"), start: local, zone: "Etc/UTC"),
            zones: InMemoryZones(["Etc/UTC": .utc])
        )
        scene.happen(.accepted)
        scene.pass(to: .minutes(10))
        #expect(scene.unanswered == [1: [scene.phone]])
        scene.report(.received)
        scene.pass(to: .minutes(10))
        #expect(scene.unanswered == [1: [scene.phone]])
        scene.pass(to: .minutes(10))
        #expect(scene.unanswered == [1: [scene.phone], 3: [scene.phone]])
    }
}
