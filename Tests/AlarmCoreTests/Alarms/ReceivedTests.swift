import AlarmCore
import Testing

@Suite("A phone that has heard of an alarm")
struct ReceivedTests {
    @Test("Its receipt `received` is recorded once, and changes no later step")
    func recordedOnce() {
        var fixture = AlarmFixture(in: .hours(2))
        fixture.happen(.accepted)
        let before = fixture
        #expect(fixture.report(.received).isEmpty)
        #expect(fixture.record == before.record + [.received])
        let heard = fixture.alarm
        #expect((heard.state, heard.epoch, heard.revision) == (before.alarm.state, before.alarm.epoch, 1))
        #expect(fixture.wake == before.wake)
        for _ in 0..<3 {
            let effects = fixture.alarm.handle(
                .receipt(AlarmReceipt(report: .received, device: fixture.phone, revision: 1)),
                at: fixture.now,
                in: fixture.context
            )
            #expect(effects.isEmpty)
        }
        #expect(fixture.alarm == heard)
        #expect(fixture.pass(to: .zero).last?.stage == .ring, "a phone that has merely heard of it has to be rung")
    }

    @Test(
        "Every other report of a phone implies that it received the alarm",
        arguments: [AlarmReceipt.Report.armed, .ringing, .snoozed]
    )
    func implied(report: AlarmReceipt.Report) {
        var fixture = AlarmFixture(in: .hours(2))
        fixture.happen(.accepted)
        fixture.report(report)
        let lines = fixture.record.count
        fixture.report(.received)
        #expect(fixture.record.count == lines)
        #expect(fixture.alarm.progress.map(\.hasReceived) == [true])
    }

    @Test("A report on an older revision, or on an ended alarm, is ignored as stale")
    func stale() {
        var fixture = AlarmFixture(in: .hours(2))
        fixture.happen(.accepted)
        fixture.happen(.receipt(AlarmReceipt(report: .received, device: fixture.phone, revision: 0)))
        #expect(!fixture.record.contains(.received))
        #expect(!fixture.record.contains(.stale))
        fixture.happen(.cancel(by: .sender))
        let record = fixture.record
        fixture.report(.received)
        #expect(fixture.record == record)
    }

    @Test("Another occurrence, or another time, has to be received anew")
    func anew() {
        var fixture = AlarmFixture(in: .hours(2))
        fixture.happen(.accepted)
        fixture.report(.received)
        let due = fixture.now + .hours(3)
        fixture.happen(.reschedule(.once(due), due: due, ttl: .minutes(10)))
        fixture.report(.received)
        #expect(fixture.record.filter { $0 == .received }.count == 2)
    }
}

@Suite("A phone that never reports")
struct SilenceTests {
    @Test("When the whole policy was followed without an answer, the phone that was rung is named")
    func missed() {
        var fixture = AlarmFixture(in: .hours(2))
        fixture.happen(.accepted)
        fixture.pass(to: .minutes(61))
        #expect(fixture.alarm.state == .missed)
        #expect(fixture.unanswered == [1: [fixture.phone]])
    }

    @Test("A single report is enough not to be named", arguments: [AlarmReceipt.Report.received, .armed, .ringing])
    func heard(report: AlarmReceipt.Report) {
        var fixture = AlarmFixture(in: .hours(2))
        fixture.happen(.accepted)
        fixture.report(report)
        fixture.pass(to: .minutes(61))
        #expect(fixture.alarm.state == .missed)
        #expect(fixture.unanswered.isEmpty)
    }

    @Test("Of two phones the one that stayed silent is named, though the other one answered")
    func other() {
        var fixture = AlarmFixture(in: .hours(2), receivers: 2)
        fixture.happen(.accepted)
        fixture.pass(to: .seconds(90))
        fixture.report(.acknowledged)
        #expect(fixture.unanswered == [1: [fixture.tablet]])
    }

    @Test("An alarm that was cancelled before due, or was for a removed phone, names no phone")
    func excused() {
        var early = AlarmFixture(in: .hours(2))
        early.happen(.accepted)
        early.happen(.cancel(by: .sender))
        #expect(early.unanswered.isEmpty)
        var gone = AlarmFixture(in: .hours(2))
        gone.happen(.accepted)
        gone.context.receivers = []
        gone.happen(.devicesChanged)
        gone.pass(to: .minutes(61))
        #expect(gone.alarm.state == .missed)
        #expect(gone.unanswered.isEmpty)
    }

    @Test("Every occurrence of an alarm that repeats counts by itself")
    func recurring() throws {
        let start = AlarmFixture.start + .hours(2)
        let local = ZoneRules.utc.localDateTime(at: start)
        var fixture = AlarmFixture(
            in: .hours(2),
            schedule: .recurring(rule: try RecurrenceRule("FREQ=DAILY"), start: local, zone: "Etc/UTC"),
            zones: InMemoryZones(["Etc/UTC": .utc])
        )
        fixture.happen(.accepted)
        fixture.pass(to: .minutes(61))
        #expect(fixture.unanswered == [1: [fixture.phone]])
        fixture.report(.received)
        fixture.pass(to: .minutes(61))
        #expect(fixture.unanswered == [1: [fixture.phone]])
        fixture.pass(to: .minutes(61))
        #expect(fixture.unanswered == [1: [fixture.phone], 3: [fixture.phone]])
    }
}
