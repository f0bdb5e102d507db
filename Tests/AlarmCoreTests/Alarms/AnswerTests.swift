import AlarmCore
import Testing

@Suite("What a person's answer does to an alarm")
struct AnswerTests {
    private func ringing(receivers: Int = 1) -> AlarmScene {
        var scene = AlarmScene(in: .hours(2), receivers: receivers)
        scene.happen(.accepted)
        scene.pass(to: .seconds(5))
        return scene
    }

    @Test("An acknowledged alarm never rings again, and its sender is told")
    func acknowledged() {
        var scene = ringing()
        let epoch = scene.alarm.epoch
        let ordered = scene.report(.acknowledged)
        #expect(ordered.stages == [.acknowledged])
        #expect(ordered.map(\.device) == [scene.senderPhone])
        #expect(scene.alarm.state == .acknowledged)
        #expect(scene.alarm.epoch > epoch)
        #expect(scene.wake == nil)
        #expect(scene.happen(.wake).isEmpty)
    }

    @Test("An answer on one device silences the person's other one")
    func silencesOthers() {
        var scene = ringing(receivers: 2)
        let ordered = scene.report(.acknowledged)
        #expect(ordered.filter { $0.stage == .cancel }.map(\.device) == [scene.tablet])
    }

    @Test("A snooze rings again at its end, and the ladder starts anew from there")
    func snoozed() {
        var scene = ringing()
        let end = scene.now + .minutes(5)
        scene.report(.snoozed, until: end)
        #expect(scene.alarm.state == .snoozed)
        #expect(scene.alarm.base == end)
        #expect(scene.pass(to: .milliseconds(-1)).isEmpty)
        #expect(scene.pass(to: .zero).stages == [.ring])
        #expect(scene.pass(to: .seconds(60)).stages == [.ring])
        #expect(scene.alarm.due == AlarmScene.start + .hours(2))
    }

    @Test(
        "A snooze without an end, or with an absurd one, is bounded",
        arguments: [nil, Instant(milliseconds: .max), Instant(milliseconds: .min)]
    )
    func boundedSnooze(until: Instant?) {
        var scene = ringing()
        scene.report(.snoozed, until: until)
        #expect(scene.alarm.base > scene.now)
        #expect(scene.alarm.base <= scene.now + .hours(24))
    }

    @Test("Snoozed ahead of time, it still rings at its time and not before", arguments: [nil, AlarmScene.start])
    func snoozedAhead(until: Instant?) {
        var scene = AlarmScene(in: .days(5))
        scene.happen(.accepted)
        scene.report(.snoozed, until: until)
        let due = AlarmScene.start + .days(5)
        #expect(scene.alarm.base == due)
        #expect(!scene.pass(to: .milliseconds(-1)).stages.contains(.ring))
        #expect(scene.pass(to: .zero).stages == [.ring])
        #expect(scene.now == due)
    }

    @Test("A device that was silenced by a snooze, and rang again at its end, is silenced anew")
    func silencedAgain() {
        var scene = ringing(receivers: 2)
        let first = scene.report(.snoozed).filter { $0.stage == .cancel }
        #expect(first.map(\.device) == [scene.tablet])
        scene.pass(to: .zero)
        let second = scene.report(.acknowledged).filter { $0.stage == .cancel }
        #expect(second.map(\.device) == [scene.tablet])
        #expect(first.first?.id != second.first?.id)
    }

    @Test("Dismissed while it rings, it has ended, and the sender learns which way")
    func dismissed() {
        var scene = ringing()
        #expect(scene.report(.dismissed).stages == [.dismissed])
        #expect(scene.alarm.state == .acknowledged)
    }

    @Test("Dismissed long before due, it is taken off, and the sender learns that")
    func declined() {
        var scene = AlarmScene(in: .hours(2))
        scene.happen(.accepted)
        #expect(scene.report(.dismissed).stages == [.declined])
        #expect(scene.alarm.state == .cancelled)
    }

    @Test("What a phone says of an older revision changes nothing")
    func stale() {
        var scene = ringing()
        let before = scene.alarm
        scene.happen(
            .receipt(AlarmReceipt(report: .acknowledged, device: scene.phone, revision: scene.alarm.revision - 1))
        )
        #expect(scene.alarm == before)
        #expect(scene.record.last == .stale)
    }

    @Test("A sender's cancellation disarms what was handed off, and nothing rings after it")
    func cancelled() {
        var scene = AlarmScene(in: .hours(2))
        scene.happen(.accepted)
        scene.report(.armed)
        #expect(scene.happen(.cancel(by: .sender)).stages == [.cancel])
        #expect(scene.alarm.state == .cancelled)
        #expect(scene.wake == nil)
    }

    @Test("The end of the pair ends the alarm without another push")
    func revoked() {
        var scene = ringing()
        #expect(scene.happen(.revoke).isEmpty)
        #expect(scene.alarm.state == .cancelled)
        #expect(scene.record.last == .revoked)
        #expect(scene.wake == nil)
    }

    @Test("Another time is another revision, handed off anew, and the old one is void")
    func rescheduled() {
        var scene = AlarmScene(in: .hours(2))
        scene.happen(.accepted)
        scene.report(.armed)
        let epoch = scene.alarm.epoch
        let due = AlarmScene.start + .hours(5)
        #expect(scene.happen(.reschedule(.once(due), due: due, ttl: .minutes(10))).stages == [.handoff])
        #expect(scene.alarm.revision == 2)
        #expect(scene.alarm.epoch > epoch)
        #expect(scene.alarm.state == .scheduled)
        #expect(scene.alarm.base == due)
    }

    @Test(
        "A phone that reports the same again and again adds one line to the record",
        arguments: [AlarmReceipt.Report.armed, .ringing]
    )
    func repeated(report: AlarmReceipt.Report) {
        var scene = AlarmScene(in: .hours(2))
        scene.happen(.accepted)
        let lines = scene.record.count
        for _ in 0..<5 { scene.report(report) }
        #expect(scene.record.count == lines + 1)
    }
}
