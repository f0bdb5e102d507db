import AlarmCore
import Testing

@Suite("Escalation policies")
struct PolicyTests {
    private static let ring = EscalationStep(offset: .zero, audience: .receiver, stage: .ring)
    private static let tell = EscalationStep(offset: .minutes(1), audience: .sender, stage: .noAnswer)

    @Test("The partner alarm's policy is the documented one")
    func partnerAlarm() {
        let policy = EscalationPolicy.partnerAlarm
        let steps = policy.scheduledSteps(from: Instant(seconds: 0))
        func seconds(of stage: Stage) -> [Instant] {
            steps.filter { policy.steps[$0.step].stage == stage }.map(\.at)
        }
        let everyMinute: [Int64] = Array(stride(from: 0, through: 900, by: 60))
        let rings = everyMinute + stride(from: 1200, through: 3600, by: 300)
        #expect(seconds(of: .handoff) == [-86_400, -3600, -600].map(Instant.init(seconds:)))
        #expect(seconds(of: .ring) == rings.map(Instant.init(seconds:)))
        #expect(seconds(of: .noAnswerYet) == [Instant(seconds: 600)])
        #expect(seconds(of: .noAnswer) == [Instant(seconds: 3660)])
    }

    @Test(
        "A policy that would fail somebody is refused, and says why",
        arguments: [
            (EscalationPolicy(name: "", steps: [ring, tell]), PolicyError.noName),
            (EscalationPolicy(name: "a", steps: [tell]), .neverRings),
            (EscalationPolicy(name: "a", steps: [ring]), .endsInSilence),
            (EscalationPolicy(name: "a", steps: [ring, tell], misfireGrace: .seconds(-1)), .negative("misfire-grace")),
            (EscalationPolicy(name: "a", steps: [ring, tell], longestSnooze: .zero), .negative("longest-snooze")),
        ]
    )
    func refused(policy: EscalationPolicy, error: PolicyError) {
        #expect(throws: error) { try policy.validate() }
        #expect(!error.description.isEmpty)
    }

    @Test("A policy that tells contacts before a check-in is due is refused, with the step and what to write")
    func toldEarly() {
        for kind in CheckInPlan.Kind.allCases {
            var policy = EscalationPolicy.checkIn(of: kind)
            #expect(throws: Never.self) { try policy.validate() }
            policy.steps.insert(EscalationStep(offset: -.minutes(5), audience: .contacts, stage: .alert), at: 0)
            do {
                try policy.validate()
                Issue.record("taken")
            } catch {
                #expect(error.description.hasPrefix("step 1: contacts are told"), "\(error)")
                #expect(error.description.hasSuffix("give 'at: 0s' or later"), "\(error)")
            }
        }
    }

    @Test("A ring for the sender, or a notice for the receiver, is refused with its step's number")
    func wrongAudience() {
        var ring = Self.ring
        ring.audience = .sender
        let policy = EscalationPolicy(name: "a", steps: [Self.ring, ring, Self.tell])
        #expect(throws: PolicyError.self) { try policy.validate() }
        do {
            try policy.validate()
        } catch {
            #expect(error.description.hasPrefix("step 2: "))
        }
    }
}
