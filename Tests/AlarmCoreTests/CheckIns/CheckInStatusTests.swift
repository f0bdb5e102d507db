import AlarmCore
import Testing

@Suite("The status of a check-in")
struct CheckInStatusTests {
    private let now = Instant(seconds: 1_800_000_000)

    private func cycle(_ kind: CheckInPlan.Kind = .standard) throws -> CheckInCycle {
        var cycle = CheckInCycle(plan: try CheckInPlan(kind: kind))
        cycle.checkIn(at: now)
        return cycle
    }

    @Test("It is normal, in the last three hours a warning, from the deadline on expired")
    func standard() throws {
        let cycle = try cycle()
        let expected: [(Span, CheckInStatus.State, Int64)] = [
            (.zero, .normal, 86_400),
            (.hours(21) + .milliseconds(-1), .normal, 10_801),
            (.hours(21), .warning, 10_800),
            (.hours(24) + .milliseconds(-1), .warning, 1),
            (.hours(24), .expired, 0),
            (.hours(24) + .milliseconds(999), .expired, 0),
            (.hours(24) + .seconds(1), .expired, -1),
            (.hours(34), .expired, -36_000),
        ]
        for (span, state, remaining) in expected {
            let status = CheckInStatus(of: cycle, at: now + span)
            #expect(status.state == state)
            #expect(status.remainingSeconds == remaining)
            #expect(status.due == now + .hours(24))
            #expect(status.contactsDue == now + .hours(24))
        }
    }

    @Test(
        "After a short threshold it is normal in the first half of it, and a warning from the first warning on",
        arguments: [(1, 15), (2, 60), (4, 120), (6, 180)] as [(Int64, Int64)]
    )
    func short(hours: Int64, minutes: Int64) throws {
        var cycle = CheckInCycle(plan: try CheckInPlan(threshold: .hours(hours)))
        cycle.checkIn(at: now)
        let warned = now + .hours(hours) - .minutes(minutes)
        #expect(CheckInStatus(of: cycle, at: now).state == .normal)
        #expect(CheckInStatus(of: cycle, at: warned - .milliseconds(1)).state == .normal)
        #expect(CheckInStatus(of: cycle, at: warned).state == .warning)
    }

    @Test("Of the gentle kind it is checked in, after 24 hours due, and after 48 escalated")
    func gentle() throws {
        let cycle = try cycle(.gentle)
        let expected: [(Span, CheckInStatus.State)] = [
            (.hours(23), .checkedIn),
            (.hours(24), .due),
            (.hours(48) + .milliseconds(-1), .due),
            (.hours(48), .escalated),
        ]
        for (span, state) in expected { #expect(CheckInStatus(of: cycle, at: now + span).state == state) }
        #expect(CheckInStatus(of: cycle, at: now).due == now + .hours(24))
        #expect(CheckInStatus(of: cycle, at: now).contactsDue == now + .hours(48))
    }

    @Test("It is new before the first check-in, and nothing remains")
    func new() throws {
        let status = CheckInStatus(of: CheckInCycle(plan: try CheckInPlan()), at: now)
        #expect(status.state == .new)
        #expect(status.due == nil)
        #expect(status.remainingSeconds == nil)
    }

    @Test("It is paused until the end of the vacation, and then normal by itself")
    func paused() throws {
        var cycle = try cycle()
        let end = now + .days(7)
        cycle.change(to: try cycle.plan.paused(until: end, at: now), at: now)
        #expect(CheckInStatus(of: cycle, at: end - .milliseconds(1)).state == .paused)
        #expect(CheckInStatus(of: cycle, at: end).state == .normal)
        #expect(CheckInStatus(of: cycle, at: end).remainingSeconds == 86_400)
    }

    @Test("It is off when the plan is")
    func off() throws {
        var cycle = try cycle()
        cycle.change(to: try CheckInPlan(isOn: false), at: now)
        let status = CheckInStatus(of: cycle, at: now)
        #expect(status.state == .off)
        #expect(status.due == nil)
    }

    @Test("An absence of the relay is credited, up to an hour after its return")
    func credit() throws {
        let cycle = try cycle()
        let short = Absence(from: now + .hours(23), until: now + .hours(24) + .minutes(30))
        let back = short.until + .hours(1)
        #expect(CheckInStatus(of: cycle, at: now + .hours(25), credit: .checkIn([short])).state == .warning)
        #expect(CheckInStatus(of: cycle, at: back, credit: .checkIn([short])).state == .expired)
        let long = Absence(from: now + .hours(1), until: now + .days(3))
        #expect(cycle.due(with: .checkIn([long])) == now + .days(3) + .hours(1))
    }

    @Test("The time to which the alarm was moved counts, unless it is earlier than the deadline")
    func moved() throws {
        for (kind, wait) in [(CheckInPlan.Kind.standard, Span.zero), (.gentle, .hours(24))] {
            let cycle = try cycle(kind)
            let moved = CheckInStatus(of: cycle.moved(to: now + .hours(26) + wait), at: now)
            #expect(moved.due == now + .hours(26))
            #expect(moved.contactsDue == now + .hours(26) + wait)
            #expect(moved.remainingSeconds == 93_600)
            #expect(cycle.moved(to: now + wait) == cycle)
        }
    }

    @Test("The policies of both kinds give the same credit as the status counts", arguments: CheckInPlan.Kind.allCases)
    func sameCredit(kind: CheckInPlan.Kind) {
        let policy: EscalationPolicy = kind == .standard ? .checkIn : .gentleCheckIn
        #expect(policy.nature.credit == CheckInLimits.downtimeGrace)
    }

    @Test("An absence before the check-in, or during the vacation, is not credited")
    func noCredit() throws {
        var cycle = try cycle()
        let before = Absence(from: now - .days(2), until: now)
        #expect(cycle.due(with: .checkIn([before])) == cycle.deadline)
        let end = now + .days(7)
        cycle.change(to: try cycle.plan.paused(until: end, at: now), at: now)
        let during = Absence(from: now + .days(6), until: end)
        #expect(cycle.due(with: .checkIn([during])) == end + .hours(24))
    }

    @Test("An absence between a gentle reminder and the contacts moves both by what it took from the contacts' hour")
    func gentleCredit() throws {
        let cycle = try cycle(.gentle)
        let absence = Absence(from: now + .hours(46), until: now + .hours(50))
        #expect(cycle.due(with: .checkIn([absence])) == now + .hours(27))
        #expect(cycle.contactsDue(with: .checkIn([absence])) == now + .hours(51))
    }
}
