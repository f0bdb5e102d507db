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
    ) throws -> AlarmFixture {
        let due = AlarmFixture.start + .hours(2)
        let schedule = AlarmSchedule.recurring(
            rule: try RecurrenceRule(rule),
            start: Self.former.localDateTime(at: due),
            zone: Self.zone
        )
        var fixture = AlarmFixture(
            in: .hours(2),
            schedule: schedule,
            receivers: receivers,
            zones: InMemoryZones([Self.zone: Self.former])
        )
        fixture.happen(.accepted)
        fixture.context.zones = InMemoryZones([Self.zone: .fixed(secondsEast: secondsEast)])
        return fixture
    }

    @Test("It keeps its wall-clock time and is handed off anew", arguments: [0, 7200, -1800])
    func moved(secondsEast: Int) throws {
        var fixture = try daily(now: secondsEast)
        fixture.report(.armed)
        let due = fixture.alarm.due
        let ordered = fixture.happen(.rulesChanged(former: Self.former))
        #expect(fixture.alarm.due == due + .seconds(Int64(3600 - secondsEast)))
        #expect(fixture.alarm.base == fixture.alarm.due)
        #expect(fixture.alarm.revision == 2)
        #expect(fixture.alarm.state == .scheduled)
        #expect(ordered.contains { $0.stage == .handoff && $0.due == fixture.alarm.due })
        #expect(fixture.record.last == .rescheduled)
        #expect(try #require(fixture.wake) <= fixture.alarm.due)
    }

    @Test("It rings at the new time, and the next day at the same wall-clock time")
    func rings() throws {
        var fixture = try daily(now: 0)
        let due = fixture.alarm.due
        fixture.happen(.rulesChanged(former: Self.former))
        let rings = fixture.pass(to: .zero).filter { $0.stage == .ring }
        #expect(rings.map(\.due) == [due + .hours(1)])
        #expect(fixture.now == due + .hours(1))
        fixture.report(.acknowledged)
        #expect(fixture.alarm.due == due + .hours(25))
    }

    @Test("One whose occurrence the receiver declined stays at the occurrence after it")
    func keepsOccurrence() throws {
        var fixture = try daily(now: 0)
        let due = fixture.alarm.due
        let current = fixture.context.zones
        fixture.context.zones = InMemoryZones([Self.zone: Self.former])
        fixture.report(.dismissed)
        #expect(fixture.alarm.due == due + .days(1))
        fixture.context.zones = current
        fixture.happen(.rulesChanged(former: Self.former))
        #expect(fixture.alarm.due == due + .days(1) + .hours(1))
    }

    @Test("With several times a day it keeps its own")
    func severalTimes() throws {
        // Two hours from the start it is 11:00 on the former clocks.
        var fixture = try daily(now: 7200, rule: "FREQ=DAILY;BYHOUR=10,11,12")
        let due = fixture.alarm.due
        fixture.happen(.rulesChanged(former: Self.former))
        #expect(fixture.alarm.due == due - .hours(1))
    }

    @Test("Moved a little into the past by the new rules, it rings at once and says that it is late")
    func intoThePast() throws {
        var fixture = try daily(now: 3600 + 7200 + 300)
        let ordered = fixture.happen(.rulesChanged(former: Self.former))
        #expect(ordered.filter { $0.stage == .ring }.map(\.isLate) == [true])
        #expect(fixture.alarm.state == .ringing)
    }

    @Test("An alarm that rings or snoozes already moves only from the next day on")
    func begun() throws {
        var fixture = try daily(now: 7200)
        let due = fixture.alarm.due
        fixture.pass(to: .zero)
        #expect(fixture.happen(.rulesChanged(former: Self.former)).isEmpty)
        #expect((fixture.alarm.due, fixture.alarm.revision) == (due, 1))
        fixture.report(.snoozed)
        #expect(fixture.happen(.rulesChanged(former: Self.former)).isEmpty)
        #expect((fixture.alarm.due, fixture.alarm.state) == (due, .snoozed))
        fixture.report(.acknowledged)
        #expect(fixture.alarm.due == due + .hours(23))
    }

    @Test("An alarm that was snoozed ahead of time moves as well")
    func snoozedAhead() throws {
        var fixture = try daily(now: 7200)
        let due = fixture.alarm.due
        fixture.report(.snoozed)
        #expect(fixture.alarm.base == due)
        fixture.happen(.rulesChanged(former: Self.former))
        #expect((fixture.alarm.due, fixture.alarm.state) == (due - .hours(1), .scheduled))
    }

    @Test("Without the former rules, it moves to the nearest time of its rule", arguments: [0, 7200, -1800])
    func forgotten(secondsEast: Int) throws {
        var fixture = try daily(now: secondsEast)
        let due = fixture.alarm.due
        fixture.happen(.rulesChanged(former: nil))
        #expect(fixture.alarm.due == due + .seconds(Int64(3600 - secondsEast)))
        #expect(fixture.happen(.rulesChanged(former: nil)).isEmpty, "it is where it belongs")
    }

    @Test("Without the former rules, it stays if it is at a time of its rule")
    func forgottenAndRight() throws {
        var fixture = try daily(now: 3600)
        let alarm = fixture.alarm
        #expect(fixture.happen(.rulesChanged(former: nil)).isEmpty)
        #expect(fixture.alarm == alarm)
    }

    @Test("Rules that do not move its time change nothing")
    func unmoved() throws {
        var fixture = try daily(now: 3600)
        let alarm = fixture.alarm
        #expect(fixture.happen(.rulesChanged(former: Self.former)).isEmpty)
        #expect(fixture.alarm == alarm)
    }

    @Test("An alarm at one instant has no clocks to follow")
    func once() {
        var fixture = AlarmFixture(in: .hours(2))
        fixture.happen(.accepted)
        let alarm = fixture.alarm
        #expect(fixture.happen(.rulesChanged(former: Self.former)).isEmpty)
        #expect(fixture.alarm == alarm)
    }

    @Test("A blocked alarm moves all the same, and stays blocked")
    func blocked() throws {
        var fixture = try daily(now: 0, receivers: 0)
        let due = fixture.alarm.due
        fixture.happen(.rulesChanged(former: Self.former))
        #expect(fixture.alarm.due == due + .hours(1))
        #expect(fixture.alarm.state == .blocked)
    }

    @Test("One that has ended stays as it is")
    func ended() throws {
        var fixture = try daily(now: 0)
        fixture.happen(.cancel(by: .sender))
        let alarm = fixture.alarm
        #expect(fixture.happen(.rulesChanged(former: Self.former)).isEmpty)
        #expect(fixture.alarm == alarm)
    }
}
