import AlarmCore
import Testing

@Suite("A recurring alarm")
struct RecurringAlarmTests {
    private func daily(_ rule: String = "FREQ=DAILY", missing: Bool = false) throws -> AlarmFixture {
        let zones = InMemoryZones(["Etc/UTC": ZoneRules.utc])
        let due = AlarmFixture.start + .hours(2)
        let start = ZoneRules.utc.localDateTime(at: due)
        let schedule = AlarmSchedule.recurring(rule: try RecurrenceRule(rule), start: start, zone: "Etc/UTC")
        return AlarmFixture(in: .hours(2), schedule: schedule, zones: zones)
    }

    @Test("An answer ends one occurrence, and the next one is handed off as another revision")
    func renews() throws {
        var fixture = try daily()
        fixture.happen(.accepted)
        fixture.pass(to: .seconds(2))
        let due = fixture.alarm.due
        #expect(fixture.report(.acknowledged).stages == [.acknowledged, .handoff])
        #expect(fixture.alarm.state == .scheduled)
        #expect(fixture.alarm.lastEnd == .acknowledged)
        #expect(fixture.alarm.due == due + .days(1))
        #expect(fixture.alarm.revision == 2)
    }

    @Test("Monday's answer, delivered on Tuesday, does not silence Tuesday's alarm")
    func lateAnswer() throws {
        var fixture = try daily()
        fixture.happen(.accepted)
        fixture.pass(to: .minutes(61))
        #expect(fixture.alarm.revision == 2)
        fixture.pass(to: .seconds(1))
        fixture.happen(.receipt(AlarmReceipt(report: .acknowledged, device: fixture.phone, revision: 1)))
        #expect(fixture.alarm.state == .ringing)
    }

    @Test("A rule that is used up ends the alarm with its last occurrence")
    func usedUp() throws {
        var fixture = try daily("FREQ=DAILY;COUNT=2")
        fixture.happen(.accepted)
        fixture.pass(to: .seconds(1))
        fixture.report(.acknowledged)
        #expect(fixture.alarm.state == .scheduled)
        fixture.pass(to: .seconds(1))
        fixture.report(.acknowledged)
        #expect(fixture.alarm.state == .acknowledged)
        #expect(fixture.wake == nil)
    }

    @Test("After three days of absence it says once that it was missed, and goes on with the next")
    func absentForDays() throws {
        var fixture = try daily()
        fixture.happen(.accepted)
        fixture.now = fixture.alarm.due + .days(3) + .hours(1)
        let ordered = fixture.happen(.wake)
        #expect(ordered.filter { $0.stage == .ring }.isEmpty)
        #expect(ordered.filter { $0.stage == .noAnswer || $0.stage == .missed }.count <= 2)
        #expect(fixture.alarm.due == AlarmFixture.start + .hours(2) + .days(4))
        #expect(fixture.alarm.state == .scheduled)
    }

    @Test("An occurrence that comes due while the one before still rings takes its place")
    func overlapping() throws {
        var fixture = try daily(
            "FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23;BYMINUTE=0,5,10,15,20,25,30,35,40,45,50,55"
        )
        fixture.happen(.accepted)
        let first = fixture.alarm.due
        fixture.pass(to: .seconds(1))
        let revision = fixture.alarm.revision
        while fixture.alarm.revision == revision, let wake = fixture.wake {
            fixture.now = wake
            fixture.wake = nil
            fixture.happen(.wake)
        }
        #expect(fixture.alarm.due == first + .minutes(5))
        #expect(fixture.alarm.state == .ringing)
    }

    @Test("A snooze beyond the next occurrence ends when that one is due")
    func snoozedPastTheNext() throws {
        var fixture = try daily("FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23")
        fixture.happen(.accepted)
        fixture.pass(to: .seconds(1))
        let (due, revision) = (fixture.alarm.due, fixture.alarm.revision)
        fixture.report(.snoozed, until: due + .hours(20))
        #expect(fixture.alarm.base == due + .hours(20))
        fixture.now = try #require(fixture.wake)
        #expect(fixture.now == due + .hours(1))
        #expect(fixture.happen(.wake).stages == [.noAnswer, .ring])
        #expect(fixture.alarm.due == due + .hours(1))
        #expect(fixture.alarm.revision == revision + 1)
        #expect(fixture.alarm.state == .ringing)
    }

    @Test("A sender's cancellation ends every occurrence")
    func cancelled() throws {
        var fixture = try daily()
        fixture.happen(.accepted)
        fixture.happen(.cancel(by: .sender))
        #expect(fixture.alarm.state == .cancelled)
        #expect(fixture.wake == nil)
    }
}
