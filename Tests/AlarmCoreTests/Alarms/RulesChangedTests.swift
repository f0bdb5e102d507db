import AlarmCore
import Testing

@Suite("An alarm whose time zone gets new rules")
struct RulesChangedTests {
    private static let former = ZoneRules.fixed(secondsEast: 3600)
    private static let zone = "Test/Zone"

    /// An alarm of every day at one hour of the zone's clocks, due in two hours by the former rules.
    private func daily(
        now secondsEast: Int,
        rule: String = "FREQ=DAILY",
        receivers: Int = 1
    ) throws -> AlarmScene {
        let due = AlarmScene.start + .hours(2)
        let schedule = AlarmSchedule.recurring(
            rule: try RecurrenceRule(rule),
            start: Self.former.localDateTime(at: due),
            zone: Self.zone
        )
        var scene = AlarmScene(
            in: .hours(2),
            schedule: schedule,
            receivers: receivers,
            zones: InMemoryZones([Self.zone: Self.former])
        )
        scene.happen(.accepted)
        scene.context.zones = InMemoryZones([Self.zone: .fixed(secondsEast: secondsEast)])
        return scene
    }

    @Test("It keeps its wall-clock time and is handed off anew", arguments: [0, 7200, -1800])
    func moved(secondsEast: Int) throws {
        var scene = try daily(now: secondsEast)
        scene.report(.armed)
        let due = scene.alarm.due
        let ordered = scene.happen(.rulesChanged(former: Self.former))
        #expect(scene.alarm.due == due + .seconds(Int64(3600 - secondsEast)))
        #expect(scene.alarm.base == scene.alarm.due)
        #expect(scene.alarm.revision == 2)
        #expect(scene.alarm.state == .scheduled)
        #expect(ordered.contains { $0.stage == .handoff && $0.due == scene.alarm.due })
        #expect(scene.record.last == .rescheduled)
        #expect(try #require(scene.wake) <= scene.alarm.due)
    }

    @Test("It rings at the new time, and the next day at the same wall-clock time")
    func rings() throws {
        var scene = try daily(now: 0)
        let due = scene.alarm.due
        scene.happen(.rulesChanged(former: Self.former))
        let rings = scene.pass(to: .zero).filter { $0.stage == .ring }
        #expect(rings.map(\.due) == [due + .hours(1)])
        #expect(scene.now == due + .hours(1))
        scene.report(.acknowledged)
        #expect(scene.alarm.due == due + .hours(25))
    }

    @Test("One that the receiver took off before keeps to the occurrence after it")
    func keepsOccurrence() throws {
        var scene = try daily(now: 0)
        let due = scene.alarm.due
        let current = scene.context.zones
        scene.context.zones = InMemoryZones([Self.zone: Self.former])
        scene.report(.dismissed)
        #expect(scene.alarm.due == due + .days(1))
        scene.context.zones = current
        scene.happen(.rulesChanged(former: Self.former))
        #expect(scene.alarm.due == due + .days(1) + .hours(1))
    }

    @Test("Of several times a day it keeps the one that it had")
    func severalTimes() throws {
        // Two hours from the start it is 11:00 on the former clocks.
        var scene = try daily(now: 7200, rule: "FREQ=DAILY;BYHOUR=10,11,12")
        let due = scene.alarm.due
        scene.happen(.rulesChanged(former: Self.former))
        #expect(scene.alarm.due == due - .hours(1))
    }

    @Test("Where the new rules put it a little into the past, it rings at once and says that it is late")
    func intoThePast() throws {
        var scene = try daily(now: 3600 + 7200 + 300)
        let ordered = scene.happen(.rulesChanged(former: Self.former))
        #expect(ordered.filter { $0.stage == .ring }.map(\.isLate) == [true])
        #expect(scene.alarm.state == .ringing)
    }

    @Test("What rings or snoozes already is left alone, but for the day after")
    func begun() throws {
        var scene = try daily(now: 7200)
        let due = scene.alarm.due
        scene.pass(to: .zero)
        #expect(scene.happen(.rulesChanged(former: Self.former)).isEmpty)
        #expect((scene.alarm.due, scene.alarm.revision) == (due, 1))
        scene.report(.snoozed)
        #expect(scene.happen(.rulesChanged(former: Self.former)).isEmpty)
        #expect((scene.alarm.due, scene.alarm.state) == (due, .snoozed))
        scene.report(.acknowledged)
        #expect(scene.alarm.due == due + .hours(23))
    }

    @Test("What was snoozed ahead of time moves as well")
    func snoozedAhead() throws {
        var scene = try daily(now: 7200)
        let due = scene.alarm.due
        scene.report(.snoozed)
        #expect(scene.alarm.base == due)
        scene.happen(.rulesChanged(former: Self.former))
        #expect((scene.alarm.due, scene.alarm.state) == (due - .hours(1), .scheduled))
    }

    @Test("Where the former rules are forgotten, it goes to the nearest time of its rule", arguments: [0, 7200, -1800])
    func forgotten(secondsEast: Int) throws {
        var scene = try daily(now: secondsEast)
        let due = scene.alarm.due
        scene.happen(.rulesChanged(former: nil))
        #expect(scene.alarm.due == due + .seconds(Int64(3600 - secondsEast)))
        #expect(scene.happen(.rulesChanged(former: nil)).isEmpty, "it is where it belongs")
    }

    @Test("Where the former rules are forgotten, what is a time of its rule stays")
    func forgottenAndRight() throws {
        var scene = try daily(now: 3600)
        let alarm = scene.alarm
        #expect(scene.happen(.rulesChanged(former: nil)).isEmpty)
        #expect(scene.alarm == alarm)
    }

    @Test("Rules that do not move its time change nothing")
    func unmoved() throws {
        var scene = try daily(now: 3600)
        let alarm = scene.alarm
        #expect(scene.happen(.rulesChanged(former: Self.former)).isEmpty)
        #expect(scene.alarm == alarm)
    }

    @Test("An alarm at one instant has no clocks to follow")
    func once() {
        var scene = AlarmScene(in: .hours(2))
        scene.happen(.accepted)
        let alarm = scene.alarm
        #expect(scene.happen(.rulesChanged(former: Self.former)).isEmpty)
        #expect(scene.alarm == alarm)
    }

    @Test("One that no device can ring moves all the same, and stays blocked")
    func blocked() throws {
        var scene = try daily(now: 0, receivers: 0)
        let due = scene.alarm.due
        scene.happen(.rulesChanged(former: Self.former))
        #expect(scene.alarm.due == due + .hours(1))
        #expect(scene.alarm.state == .blocked)
    }

    @Test("One that has ended stays as it is")
    func ended() throws {
        var scene = try daily(now: 0)
        scene.happen(.cancel(by: .sender))
        let alarm = scene.alarm
        #expect(scene.happen(.rulesChanged(former: Self.former)).isEmpty)
        #expect(scene.alarm == alarm)
    }
}
