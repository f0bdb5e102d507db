import AlarmCore
import Testing

@Suite("Random histories of a check-in")
struct CheckInInvariantTests {
    @Test(
        "No contact is told before the person was warned, and no watched person is forgotten",
        arguments: 0..<400 as Range<UInt64>
    )
    func invariants(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        var now = Instant(seconds: 1_800_000_000)
        var cycle = CheckInCycle(plan: try randomPlan(&chance, at: now))
        for _ in 0..<60 {
            now = now + .minutes(.random(in: 0...2000, using: &chance))
            let before = cycle
            let act = try step(&cycle, &chance, at: now)
            #expect((cycle.deadline != nil) == (cycle.plan.isOn && cycle.lastCheckIn != nil), "seed \(seed): \(act)")
            #expect((cycle.deadline == nil) == (cycle.start == nil), "seed \(seed): \(act)")
            guard let deadline = cycle.deadline, let start = cycle.start else { continue }
            if let old = before.telling, old <= now {
                #expect(cycle.telling == old || deadline >= now + .minutes(15), "seed \(seed): \(act)")
            } else if let old = before.deadline, old <= now {
                #expect(deadline == old || deadline >= now + .minutes(15), "seed \(seed): \(act)")
                #expect(cycle.telling.map { $0 > now } ?? false, "seed \(seed): \(act) told at once")
            } else {
                let warned = min(before.deadline ?? deadline, now + .minutes(15))
                #expect(deadline >= warned, "seed \(seed): \(act) brought the deadline nearer than a warning")
            }
            if cycle.plan.isPaused(at: now), let end = cycle.plan.pausedUntil {
                #expect(deadline == end + cycle.plan.threshold, "seed \(seed): \(act)")
            }
            #expect(deadline <= max(now, start) + .days(30 + 8), "seed \(seed): \(act)")
            try checkStatus(of: cycle, at: now, "seed \(seed): \(act)")
        }
    }

    private func checkStatus(of cycle: CheckInCycle, at now: Instant, _ comment: Comment) throws {
        let status = CheckInStatus(of: cycle, at: now)
        let remaining = try #require(status.remainingSeconds)
        let due = try #require(status.due)
        let contactsDue = try #require(status.contactsDue)
        #expect((remaining > 0) == (now < due), comment)
        #expect(contactsDue >= due, comment)
        switch status.state {
        case .expired, .due, .escalated: #expect(remaining <= 0, comment)
        case .normal, .warning, .checkedIn, .paused: #expect(remaining > 0, comment)
        case .off, .new: Issue.record("a cycle with a deadline is \(status.state)")
        }
    }

    private func randomPlan(_ chance: inout SeededGenerator, at now: Instant) throws -> CheckInPlan {
        let isOn = Int.random(in: 0..<6, using: &chance) > 0
        let gentle = Int.random(in: 0..<4, using: &chance) == 0
        let threshold = Span.hours(gentle ? 24 : .random(in: 1...720, using: &chance))
        let plan = try CheckInPlan(kind: gentle ? .gentle : .standard, threshold: threshold, isOn: isOn)
        guard Int.random(in: 0..<4, using: &chance) == 0 else { return plan }
        return try plan.paused(until: now + .hours(.random(in: 1...300, using: &chance)), at: now)
    }

    private func step(
        _ cycle: inout CheckInCycle,
        _ chance: inout SeededGenerator,
        at now: Instant
    ) throws -> String {
        switch Int.random(in: 0..<4, using: &chance) {
        case 0:
            cycle.checkIn(at: now)
            return "check-in"
        case 1:
            do {
                try cycle.snooze(at: now)
                return "snooze"
            } catch {
                return "refused snooze"
            }
        case 2:
            let plan = try randomPlan(&chance, at: now)
            cycle.change(to: plan, at: now)
            return "change to \(plan)"
        default:
            return "nothing"
        }
    }
}
