import AlarmCore
import Testing

@Suite("A recurring alarm")
struct RecurringAlarmTests {
    private func daily(_ rule: String = "FREQ=DAILY", missing: Bool = false) throws -> AlarmScene {
        let zones = InMemoryZones(["Etc/UTC": ZoneRules.utc])
        let due = AlarmScene.start + .hours(2)
        let start = ZoneRules.utc.localDateTime(at: due)
        let schedule = AlarmSchedule.recurring(rule: try RecurrenceRule(rule), start: start, zone: "Etc/UTC")
        return AlarmScene(in: .hours(2), schedule: schedule, zones: zones)
    }

    @Test("An answer ends one occurrence, and the next one is handed off as another revision")
    func renews() throws {
        var scene = try daily()
        scene.happen(.accepted)
        scene.pass(to: .seconds(2))
        let due = scene.alarm.due
        #expect(scene.report(.acknowledged).stages == [.acknowledged, .handoff])
        #expect(scene.alarm.state == .scheduled)
        #expect(scene.alarm.lastEnd == .acknowledged)
        #expect(scene.alarm.due == due + .days(1))
        #expect(scene.alarm.revision == 2)
    }

    @Test("Monday's answer, delivered on Tuesday, does not silence Tuesday's alarm")
    func lateAnswer() throws {
        var scene = try daily()
        scene.happen(.accepted)
        scene.pass(to: .minutes(10))
        #expect(scene.alarm.revision == 2)
        scene.pass(to: .seconds(1))
        scene.happen(.receipt(AlarmReceipt(report: .acknowledged, device: scene.phone, revision: 1)))
        #expect(scene.alarm.state == .ringing)
    }

    @Test("A rule that is used up ends the alarm with its last occurrence")
    func usedUp() throws {
        var scene = try daily("FREQ=DAILY;COUNT=2")
        scene.happen(.accepted)
        scene.pass(to: .seconds(1))
        scene.report(.acknowledged)
        #expect(scene.alarm.state == .scheduled)
        scene.pass(to: .seconds(1))
        scene.report(.acknowledged)
        #expect(scene.alarm.state == .acknowledged)
        #expect(scene.wake == nil)
    }

    @Test("After three days of absence it says once that it was missed, and goes on with the next")
    func absentForDays() throws {
        var scene = try daily()
        scene.happen(.accepted)
        scene.now = scene.alarm.due + .days(3) + .hours(1)
        let ordered = scene.happen(.wake)
        #expect(ordered.filter { $0.stage == .ring }.isEmpty)
        #expect(ordered.filter { $0.stage == .noAnswer || $0.stage == .missed }.count <= 2)
        #expect(scene.alarm.due == AlarmScene.start + .hours(2) + .days(4))
        #expect(scene.alarm.state == .scheduled)
    }

    @Test("An occurrence that comes due while the one before still rings takes its place")
    func overlapping() throws {
        var scene = try daily(
            "FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23;BYMINUTE=0,5,10,15,20,25,30,35,40,45,50,55"
        )
        scene.happen(.accepted)
        let first = scene.alarm.due
        scene.pass(to: .seconds(1))
        let revision = scene.alarm.revision
        while scene.alarm.revision == revision, let wake = scene.wake {
            scene.now = wake
            scene.wake = nil
            scene.happen(.wake)
        }
        #expect(scene.alarm.due == first + .minutes(5))
        #expect(scene.alarm.state == .ringing)
    }

    @Test("A snooze beyond the next occurrence ends when that one is due")
    func snoozedPastTheNext() throws {
        var scene = try daily("FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23")
        scene.happen(.accepted)
        scene.pass(to: .seconds(1))
        let (due, revision) = (scene.alarm.due, scene.alarm.revision)
        scene.report(.snoozed, until: due + .hours(20))
        #expect(scene.alarm.base == due + .hours(20))
        scene.now = try #require(scene.wake)
        #expect(scene.now == due + .hours(1))
        #expect(scene.happen(.wake).stages == [.noAnswer, .ring])
        #expect(scene.alarm.due == due + .hours(1))
        #expect(scene.alarm.revision == revision + 1)
        #expect(scene.alarm.state == .ringing)
    }

    @Test("A sender's cancellation ends every occurrence")
    func cancelled() throws {
        var scene = try daily()
        scene.happen(.accepted)
        scene.happen(.cancel(by: .sender))
        #expect(scene.alarm.state == .cancelled)
        #expect(scene.wake == nil)
    }
}
