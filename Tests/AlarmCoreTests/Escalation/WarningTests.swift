import AlarmCore
import Testing

@Suite("Warnings before a deadline")
struct WarningTests {
    @Test(
        "No warning but the last comes in the first half of the time, and none of the others is lost",
        arguments: 0..<200 as Range<UInt64>
    )
    func half(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var policy = EscalationPolicy.checkIn
        policy.steps = (0..<Int.random(in: 1...6, using: &random)).map { _ in
            EscalationStep(
                offset: -.minutes(.random(in: 1...2000, using: &random)),
                audience: .receiver,
                stage: .checkInDue,
                repeats: .random(in: 0...2, using: &random),
                every: .minutes(7)
            )
        }
        let interval = Span.minutes(.random(in: 60...3000, using: &random))
        let all = policy.warnings(within: nil)
        let given = policy.warnings(within: interval)
        #expect(given.last?.offset == all.last?.offset, "seed \(seed): the last one is given")
        #expect(given.allSatisfy { -$0.offset * 2 <= interval || $0.offset == all.last?.offset }, "seed \(seed)")
        let lost = all.filter { moment in !given.contains { $0 == moment } }
        #expect(lost.allSatisfy { -$0.offset * 2 > interval }, "seed \(seed)")
    }

    @Test("A warning is for the person, so that whoever else is told before a deadline is told")
    func others() {
        var policy = EscalationPolicy.checkIn
        policy.steps.append(EscalationStep(offset: -.hours(5), audience: .contacts, stage: .alert))
        #expect(policy.warnings(within: .hours(1)).map(\.offset) == [-.minutes(15)])
        #expect(policy.warnings(within: nil).count == 4)
    }
}
