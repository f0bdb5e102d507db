import AlarmCore
import Testing

@Suite("Effects of a person's answer on an alarm")
struct AnswerTests {
    private func ringing(receivers: Int = 1) -> AlarmFixture {
        var fixture = AlarmFixture(in: .hours(2), receivers: receivers)
        fixture.happen(.accepted)
        fixture.pass(to: .seconds(5))
        return fixture
    }

    @Test("An acknowledged alarm never rings again, and its sender is told")
    func acknowledged() {
        var fixture = ringing()
        let epoch = fixture.alarm.epoch
        let ordered = fixture.report(.acknowledged)
        #expect(ordered.stages == [.acknowledged])
        #expect(ordered.map(\.device) == [fixture.senderPhone])
        #expect(fixture.alarm.state == .acknowledged)
        #expect(fixture.alarm.epoch > epoch)
        #expect(fixture.wake == nil)
        #expect(fixture.happen(.wake).isEmpty)
    }

    @Test("An answer on one device silences the person's other one")
    func silencesOthers() {
        var fixture = ringing(receivers: 2)
        let ordered = fixture.report(.acknowledged)
        #expect(ordered.filter { $0.stage == .cancel }.map(\.device) == [fixture.tablet])
    }

    @Test("A snooze rings again at its end, and the policy starts anew from there")
    func snoozed() {
        var fixture = ringing()
        let end = fixture.now + .minutes(5)
        fixture.report(.snoozed, until: end)
        #expect(fixture.alarm.state == .snoozed)
        #expect(fixture.alarm.base == end)
        #expect(fixture.pass(to: .milliseconds(-1)).isEmpty)
        #expect(fixture.pass(to: .zero).stages == [.ring])
        #expect(fixture.pass(to: .seconds(60)).stages == [.ring])
        #expect(fixture.alarm.due == AlarmFixture.start + .hours(2))
    }

    @Test(
        "A snooze without an end, or with an absurd one, is bounded",
        arguments: [nil, Instant(milliseconds: .max), Instant(milliseconds: .min)]
    )
    func boundedSnooze(until: Instant?) {
        var fixture = ringing()
        fixture.report(.snoozed, until: until)
        #expect(fixture.alarm.base > fixture.now)
        #expect(fixture.alarm.base <= fixture.now + .hours(24))
    }

    @Test("Snoozed ahead of time, it still rings at its time and not before", arguments: [nil, AlarmFixture.start])
    func snoozedAhead(until: Instant?) {
        var fixture = AlarmFixture(in: .days(5))
        fixture.happen(.accepted)
        fixture.report(.snoozed, until: until)
        let due = AlarmFixture.start + .days(5)
        #expect(fixture.alarm.base == due)
        #expect(!fixture.pass(to: .milliseconds(-1)).stages.contains(.ring))
        #expect(fixture.pass(to: .zero).stages == [.ring])
        #expect(fixture.now == due)
    }

    @Test("A device that was silenced by a snooze, and rang again at its end, is silenced anew")
    func silencedAgain() {
        var fixture = ringing(receivers: 2)
        let first = fixture.report(.snoozed).filter { $0.stage == .cancel }
        #expect(first.map(\.device) == [fixture.tablet])
        fixture.pass(to: .zero)
        let second = fixture.report(.acknowledged).filter { $0.stage == .cancel }
        #expect(second.map(\.device) == [fixture.tablet])
        #expect(first.first?.id != second.first?.id)
    }

    @Test("Dismissed while it rings, it has ended, and the sender learns which way")
    func dismissed() {
        var fixture = ringing()
        #expect(fixture.report(.dismissed).stages == [.dismissed])
        #expect(fixture.alarm.state == .acknowledged)
    }

    @Test("Dismissed long before due, it is taken off, and the sender learns that")
    func declined() {
        var fixture = AlarmFixture(in: .hours(2))
        fixture.happen(.accepted)
        #expect(fixture.report(.dismissed).stages == [.declined])
        #expect(fixture.alarm.state == .cancelled)
    }

    @Test("A stale report, on an older revision, changes nothing")
    func stale() {
        var fixture = ringing()
        let before = fixture.alarm
        fixture.happen(
            .receipt(AlarmReceipt(report: .acknowledged, device: fixture.phone, revision: fixture.alarm.revision - 1))
        )
        #expect(fixture.alarm == before)
        #expect(fixture.record.last == .stale)
    }

    @Test("A sender's cancellation disarms what was handed off, and nothing rings after it")
    func cancelled() {
        var fixture = AlarmFixture(in: .hours(2))
        fixture.happen(.accepted)
        fixture.report(.armed)
        #expect(fixture.happen(.cancel(by: .sender)).stages == [.cancel])
        #expect(fixture.alarm.state == .cancelled)
        #expect(fixture.wake == nil)
    }

    @Test("The end of the pair ends the alarm without another push")
    func revoked() {
        var fixture = ringing()
        #expect(fixture.happen(.revoke).isEmpty)
        #expect(fixture.alarm.state == .cancelled)
        #expect(fixture.record.last == .revoked)
        #expect(fixture.wake == nil)
    }

    @Test("Another time is another revision, handed off anew, and the old one is void")
    func rescheduled() {
        var fixture = AlarmFixture(in: .hours(2))
        fixture.happen(.accepted)
        fixture.report(.armed)
        let epoch = fixture.alarm.epoch
        let due = AlarmFixture.start + .hours(5)
        #expect(fixture.happen(.reschedule(.once(due), due: due, ttl: .minutes(10))).stages == [.handoff])
        #expect(fixture.alarm.revision == 2)
        #expect(fixture.alarm.epoch > epoch)
        #expect(fixture.alarm.state == .scheduled)
        #expect(fixture.alarm.base == due)
    }

    @Test(
        "A phone that reports the same again and again adds one line to the record",
        arguments: [AlarmReceipt.Report.armed, .ringing]
    )
    func repeated(report: AlarmReceipt.Report) {
        var fixture = AlarmFixture(in: .hours(2))
        fixture.happen(.accepted)
        let lines = fixture.record.count
        for _ in 0..<5 { fixture.report(report) }
        #expect(fixture.record.count == lines + 1)
    }
}
