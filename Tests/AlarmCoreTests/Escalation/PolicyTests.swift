import AlarmCore
import Testing

@Suite("Escalation policies")
struct PolicyTests {
    private static let ring = EscalationStep(offset: .zero, audience: .receiver, stage: .ring)
    private static let tell = EscalationStep(offset: .minutes(1), audience: .sender, stage: .noAnswer)

    @Test("The partner alarm's policy is the documented one")
    func partnerAlarm() {
        let scheduledSteps = EscalationPolicy.partnerAlarm.scheduledSteps(from: Instant(seconds: 0))
        let seconds: [Int64] = [-86_400, -3600, -600, 0, 60, 120, 180, 240, 300, 360, 600]
        #expect(scheduledSteps.map(\.at) == seconds.map(Instant.init(seconds:)))
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
