import AlarmCore
import Testing

@Suite("Limits of a check-in plan")
struct CheckInPlanTests {
    private let now = Instant(seconds: 1_800_000_000)

    @Test("Thresholds run from 1 hour to 30 days")
    func thresholds() throws {
        for threshold in [Span.hours(1), .hours(24), .hours(48), .hours(72), .days(30)] {
            #expect(try CheckInPlan(threshold: threshold).threshold == threshold)
        }
        for threshold in [Span.hours(1) + .milliseconds(-1), .days(30) + .milliseconds(1), .zero, -.hours(24)] {
            #expect(throws: CheckInError.threshold(threshold)) { try CheckInPlan(threshold: threshold) }
        }
    }

    @Test("A gentle plan always reminds after 24 hours")
    func gentle() throws {
        #expect(try CheckInPlan(kind: .gentle).threshold == .hours(24))
        #expect(throws: CheckInError.gentleThreshold(.hours(48))) {
            try CheckInPlan(kind: .gentle, threshold: .hours(48))
        }
    }

    @Test("A pause ends in the future, at most 366 days away")
    func pauses() throws {
        let plan = try CheckInPlan()
        #expect(try plan.paused(until: now + .days(366), at: now).pausedUntil == now + .days(366))
        for end in [now, now - .days(1), now + .days(366) + .milliseconds(1)] {
            #expect(throws: CheckInError.pause(end)) { try plan.paused(until: end, at: now) }
        }
    }

    @Test("A pause is in force until its end, exclusive")
    func inForce() throws {
        let plan = try CheckInPlan().paused(until: now + .hours(1), at: now)
        #expect(plan.isPaused(at: now + .hours(1) - .milliseconds(1)))
        #expect(!plan.isPaused(at: now + .hours(1)))
        #expect(!plan.resumed.isPaused(at: now))
    }

    @Test("Errors say what to do")
    func words() {
        #expect(
            CheckInError.threshold(.minutes(30)).description == "a threshold of 30m is out of range; use 1h to 30d"
        )
        #expect(CheckInError.tooManySnoozes.description.contains("check in, or pause"))
    }
}
