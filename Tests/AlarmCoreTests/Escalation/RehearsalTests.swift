import AlarmCore
import Testing

@Suite("Rehearsals of ladders")
struct RehearsalTests {
    @Test(
        "Every moment of a ladder is taken once, in its order, and nobody but the person is addressed",
        arguments: CheckInPlan.Kind.allCases
    )
    func covers(kind: CheckInPlan.Kind) throws {
        let original = EscalationPolicy.checkIn(of: kind)
        let rehearsal = Rehearsal(of: original, as: Rehearsal.name(of: kind), pause: .seconds(7))
        try rehearsal.policy.validate()
        #expect(rehearsal.policy.steps.allSatisfy { $0.audience == .receiver })
        let moments = rehearsal.policy.steps.compactMap { $0.offset.flatMap { rehearsal.moment(at: $0) } }
        #expect(moments == Set(original.firings(from: Instant(milliseconds: 0)).map(\.offset)).sorted())
        #expect(rehearsal.moment(at: .seconds(1)) == nil)
    }

    @Test("A ladder of the operator's own is rehearsed as it is, its repeats among it")
    func followsTheOperator() throws {
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
        let rehearsal = try #require(Rehearsal.all(among: ["check-in": own])["rehearsal"])
        #expect(rehearsal.policy.steps.map(\.stage) == [.checkInDue, .checkInDue, .checkInDue, .rehearsal])
        #expect(rehearsal.moment(at: .seconds(10)) == -.minutes(9))
        #expect(rehearsal.tellings(before: .zero) == 0)
        #expect(rehearsal.tellings(before: .hours(24)) == 1)
    }
}
