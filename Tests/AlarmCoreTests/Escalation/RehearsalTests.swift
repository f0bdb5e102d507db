import AlarmCore
import Testing

@Suite("Rehearsals of policies")
struct RehearsalTests {
    @Test(
        "Every step of a policy is taken once, in order, and only the person is addressed",
        arguments: CheckInPlan.Kind.allCases
    )
    func covers(kind: CheckInPlan.Kind) throws {
        let original = EscalationPolicy.checkIn(of: kind)
        let rehearsal = Rehearsal(of: original, as: Rehearsal.name(of: kind), pause: .seconds(7))
        try rehearsal.policy.validate()
        #expect(rehearsal.policy.steps.allSatisfy { $0.audience == .receiver })
        let moments = rehearsal.policy.steps.compactMap { $0.offset.flatMap { rehearsal.moment(at: $0) } }
        #expect(moments == Set(original.scheduledSteps(from: Instant(milliseconds: 0)).map(\.offset)).sorted())
        #expect(rehearsal.moment(at: .seconds(1)) == nil)
    }

    @Test("An operator's policy is rehearsed as it is, with its repeats")
    func repeats() {
        let own = EscalationPolicy(
            name: "check-in",
            steps: [
                EscalationStep(
                    offset: -.minutes(10),
                    audience: .receiver,
                    stage: .checkInDue,
                    repeats: 2,
                    every: .minutes(1)
                ),
                EscalationStep(offset: .zero, audience: .contacts, stage: .alert),
            ]
        )
        let rehearsal = Rehearsal(of: own, as: "rehearsal")
        #expect(rehearsal.policy.steps.map(\.stage) == [.checkInDue, .checkInDue, .checkInDue, .rehearsal])
        #expect(rehearsal.moment(at: .seconds(10)) == -.minutes(9))
        #expect(rehearsal.tellings(before: .zero) == 0)
        #expect(rehearsal.tellings(before: .hours(24)) == 1)
    }
}
