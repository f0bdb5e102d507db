import AlarmCore
import Testing

@Suite("The cycle from one check-in to the next")
struct CheckInCycleTests {
    private let now = Instant(seconds: 1_800_000_000)

    private func plan(_ threshold: Span = .hours(24), isOn: Bool = true) throws -> CheckInPlan {
        try CheckInPlan(threshold: threshold, isOn: isOn)
    }

    private func cycle(_ threshold: Span = .hours(24), checkedIn: Instant) throws -> CheckInCycle {
        var cycle = CheckInCycle(plan: try plan(threshold))
        cycle.checkIn(at: checkedIn)
        return cycle
    }

    @Test("Before the first check-in there is no deadline, with any settings")
    func beforeTheFirst() throws {
        var cycle = CheckInCycle(plan: try plan())
        cycle.change(to: try plan(.hours(1)), at: now)
        cycle.change(to: try plan().paused(until: now + .days(3), at: now), at: now)
        #expect(cycle.deadline == nil)
        #expect(throws: CheckInError.nothingToSnooze) { try cycle.snooze(at: now) }
    }

    @Test("The deadline is the last check-in and the threshold", arguments: [1, 24, 48, 72, 720])
    func deadline(hours: Int64) throws {
        var cycle = try cycle(.hours(hours), checkedIn: now)
        #expect(cycle.deadline == now + .hours(hours))
        cycle.checkIn(at: now + .minutes(30))
        #expect(cycle.deadline == now + .minutes(30) + .hours(hours))
    }

    @Test("Times noted by a clock that was ahead delay no check-in, snooze or change")
    func clockAhead() throws {
        let ahead = try cycle(checkedIn: now + .days(300))
        var checked = ahead
        checked.checkIn(at: now)
        #expect(checked.lastCheckIn == now)
        #expect(checked.deadline == now + .hours(24))
        var snoozed = ahead
        try snoozed.snooze(at: now)
        #expect(snoozed.deadline == now + .hours(48))
        var changed = ahead
        changed.change(to: try plan(.hours(12)), at: now)
        #expect(changed.deadline == now + .hours(12))
        #expect(changed.lastCheckIn == now)
    }

    @Test("A vacation that begins the cycle later is no clock that was ahead")
    func vacationAhead() throws {
        var cycle = try cycle(checkedIn: now)
        let end = now + .days(14)
        cycle.change(to: try plan().paused(until: end, at: now), at: now)
        cycle.change(to: try plan(.hours(48)).paused(until: end, at: now), at: now + .days(1))
        #expect(cycle.deadline == end + .hours(48))
    }

    @Test("After a change from gentle to standard the person has 15 minutes before the contacts are told")
    func remindedAndChanged() throws {
        var cycle = CheckInCycle(plan: try CheckInPlan(kind: .gentle))
        cycle.checkIn(at: now)
        let present = now + .hours(30)
        var sameLength = cycle
        sameLength.change(to: try plan(), at: present)
        #expect(sameLength.telling == present + .minutes(15))
        cycle.change(to: try plan(.hours(72)), at: present)
        #expect(cycle.telling == now + .hours(72))
    }

    @Test("A gentle plan that becomes a standard one just before its deadline leaves 15 minutes for the last warning")
    func changedBeforeDeadline() throws {
        var cycle = CheckInCycle(plan: try CheckInPlan(kind: .gentle))
        cycle.checkIn(at: now)
        let present = now + .hours(24) - .minutes(5)
        cycle.change(to: try plan(), at: present)
        #expect(cycle.telling == present + .minutes(15))
        // Of a standard deadline the person was warned: it is not put off.
        var standard = try self.cycle(checkedIn: now)
        standard.change(to: try plan(.hours(23)), at: present)
        #expect(standard.telling == now + .hours(24))
    }

    @Test("Contacts who were told stay told, whichever kind is asked for then")
    func toldAndChanged() throws {
        var gentle = CheckInCycle(plan: try CheckInPlan(kind: .gentle))
        gentle.checkIn(at: now)
        gentle.change(to: try plan(), at: now + .hours(50))
        #expect(CheckInStatus(of: gentle, at: now + .hours(50)).state == .expired)
        #expect(gentle.telling == now + .hours(48))
        var standard = try cycle(checkedIn: now)
        standard.change(to: try CheckInPlan(kind: .gentle), at: now + .hours(25))
        #expect(CheckInStatus(of: standard, at: now + .hours(25)).state == .escalated)
        #expect(standard.telling == now + .hours(24))
    }

    @Test("A change in the hour that an absence gave is made from the deadline that holds then")
    func changedInCredit() throws {
        let credited = try cycle(checkedIn: now).moved(to: now + .hours(26))
        let present = now + .hours(25)
        var cycle = credited
        cycle.change(to: try CheckInPlan(kind: .gentle), at: present)
        #expect(cycle.deadline == present + .minutes(15))
        cycle = credited
        try cycle.snooze(at: present)
        #expect(cycle.deadline == now + .hours(50))
        #expect(credited.moved(to: now).deadline == credited.deadline)
    }

    @Test("A check-in after the deadline begins a new cycle")
    func afterTheDeadline() throws {
        var cycle = try cycle(checkedIn: now)
        cycle.checkIn(at: now + .days(5))
        #expect(cycle.deadline == now + .days(6))
    }

    @Test("A snooze moves the deadline by 24 hours, and a check-in forgets it")
    func snooze() throws {
        var cycle = try cycle(checkedIn: now)
        try cycle.snooze(at: now + .hours(22))
        try cycle.snooze(at: now + .hours(23))
        #expect(cycle.deadline == now + .hours(72))
        cycle.checkIn(at: now + .hours(25))
        #expect(cycle.deadline == now + .hours(49))
        #expect(cycle.snoozes == 0)
    }

    @Test("A snooze after the deadline gives 24 hours from then")
    func lateSnooze() throws {
        var cycle = try cycle(checkedIn: now)
        try cycle.snooze(at: now + .days(4))
        #expect(cycle.deadline == now + .days(5))
    }

    @Test("Seven snoozes may follow one another, and no eighth")
    func snoozes() throws {
        var cycle = try cycle(checkedIn: now)
        for _ in 0..<7 { try cycle.snooze(at: now) }
        let before = cycle
        #expect(throws: CheckInError.tooManySnoozes) { try cycle.snooze(at: now) }
        #expect(cycle == before)
        #expect(cycle.deadline == now + .days(8))
    }

    @Test("A longer threshold in mid-cycle counts from the last check-in")
    func lengthened() throws {
        var cycle = try cycle(checkedIn: now)
        cycle.change(to: try plan(.hours(72)), at: now + .hours(20))
        #expect(cycle.deadline == now + .hours(72))
    }

    @Test("A shorter threshold counts from the last check-in, and keeps the snoozes")
    func shortened() throws {
        var cycle = try cycle(.hours(72), checkedIn: now)
        try cycle.snooze(at: now + .hours(1))
        cycle.change(to: try plan(.hours(24)), at: now + .hours(2))
        #expect(cycle.deadline == now + .hours(48))
    }

    @Test("A threshold that would end the cycle at once ends it in 15 minutes, so that the person is warned first")
    func shortenedPast() throws {
        var cycle = try cycle(.hours(72), checkedIn: now)
        cycle.change(to: try plan(.hours(24)), at: now + .hours(40))
        #expect(cycle.deadline == now + .hours(40) + .minutes(15))
    }

    @Test("Settings changed again and again in the last minutes do not put the deadline off")
    func noPuttingOff() throws {
        var cycle = try cycle(.hours(24), checkedIn: now)
        for minute in stride(from: Int64(5), to: 0, by: -1) {
            let present = now + .hours(24) - .minutes(minute)
            cycle.change(to: try plan(.hours(minute % 2 == 0 ? 12 : 6)), at: present)
            #expect(cycle.deadline == now + .hours(24))
        }
    }

    @Test("A deadline that has passed stays where the contacts were told of it, unless the new one is in the future")
    func changedWhenExpired() throws {
        var cycle = try cycle(.hours(24), checkedIn: now)
        let present = now + .hours(50)
        cycle.change(to: try plan(.hours(12)), at: present)
        #expect(cycle.deadline == now + .hours(24))
        cycle.change(to: try plan(.hours(48)), at: present)
        #expect(cycle.deadline == now + .hours(24))
        cycle.change(to: try plan(.hours(72)), at: present)
        #expect(cycle.deadline == now + .hours(72))
    }

    @Test("A deadline that is open again leaves 15 minutes for warnings")
    func barelyAlive() throws {
        var cycle = try cycle(.hours(24), checkedIn: now)
        let present = now + .hours(48) - .minutes(5)
        cycle.change(to: try plan(.hours(48)), at: present)
        #expect(cycle.deadline == present + .minutes(15))
    }

    @Test("A vacation begins the cycle anew at its end, with a whole threshold")
    func vacation() throws {
        var cycle = try cycle(checkedIn: now)
        let end = now + .days(14)
        cycle.change(to: try plan().paused(until: end, at: now), at: now + .hours(23))
        #expect(cycle.deadline == end + .hours(24))
        #expect(throws: CheckInError.nothingToSnooze) { try cycle.snooze(at: now + .days(1)) }
        cycle.checkIn(at: now + .days(3))
        #expect(cycle.deadline == end + .hours(24))
        #expect(cycle.lastCheckIn == now + .days(3))
        cycle.checkIn(at: end + .hours(1))
        #expect(cycle.deadline == end + .hours(25))
    }

    @Test("A vacation that is made longer, shorter or ended moves the cycle with it")
    func vacationChanged() throws {
        var cycle = try cycle(checkedIn: now)
        let paused = try plan().paused(until: now + .days(14), at: now)
        cycle.change(to: paused, at: now)
        cycle.change(to: try paused.paused(until: now + .days(20), at: now), at: now + .days(2))
        #expect(cycle.deadline == now + .days(21))
        cycle.change(to: try paused.paused(until: now + .days(5), at: now), at: now + .days(3))
        #expect(cycle.deadline == now + .days(6))
        cycle.change(to: paused.resumed, at: now + .days(4))
        #expect(cycle.deadline == now + .days(5))
    }

    @Test("Forgetting a vacation that is over changes nothing")
    func vacationOver() throws {
        var cycle = try cycle(checkedIn: now)
        cycle.change(to: try plan().paused(until: now + .days(2), at: now), at: now)
        let deadline = cycle.deadline
        cycle.change(to: try plan(), at: now + .days(2) + .hours(3))
        #expect(cycle.deadline == deadline)
    }

    @Test("Turned off there is no deadline; turned on again, there is a whole threshold")
    func offAndOn() throws {
        var cycle = try cycle(checkedIn: now)
        cycle.change(to: try plan(isOn: false), at: now + .hours(1))
        #expect(cycle.deadline == nil)
        cycle.checkIn(at: now + .hours(2))
        #expect(cycle.deadline == nil)
        #expect(throws: CheckInError.nothingToSnooze) { try cycle.snooze(at: now) }
        cycle.change(to: try plan(), at: now + .days(90))
        #expect(cycle.deadline == now + .days(91))
    }

    @Test("A cycle that was kept comes back as it was")
    func restored() throws {
        var cycle = try cycle(.hours(72), checkedIn: now)
        cycle.change(to: try plan(.hours(24)), at: now + .hours(40))
        let again = CheckInCycle(
            plan: cycle.plan,
            lastCheckIn: cycle.lastCheckIn,
            start: cycle.start,
            deadline: cycle.deadline,
            snoozes: cycle.snoozes
        )
        #expect(again == cycle)
    }
}
