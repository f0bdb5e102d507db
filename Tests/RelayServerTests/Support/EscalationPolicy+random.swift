import AlarmCore

extension EscalationPolicy {
    /// A random valid policy, with a name that is hard to encode.
    static func random(number: Int, using generator: inout some RandomNumberGenerator) -> EscalationPolicy {
        let names = ["plain", "with space", "quo\"te\\", "- dash", "yes", "12", "日本 🔔", "a: b # c"]
        var steps = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
            EscalationStep(
                offset: Bool.random(using: &generator) ? nil : .seconds(.random(in: -86_400...3600, using: &generator)),
                audience: .receiver,
                stage: Bool.random(using: &generator) ? .ring : .handoff,
                urgency: Urgency.allCases.randomElement(using: &generator) ?? .active,
                repeats: .random(in: 0...5, using: &generator),
                every: .seconds(.random(in: 1...600, using: &generator)),
                unless: EscalationStep.Condition.allCases.filter { _ in Bool.random(using: &generator) }
            )
        }
        steps.append(EscalationStep(offset: .zero, audience: .receiver, stage: .ring))
        steps.append(EscalationStep(offset: .hours(3), audience: .sender, stage: .noAnswer))
        return EscalationPolicy(
            name: "\(names.randomElement(using: &generator) ?? "") \(number)",
            steps: steps,
            misfireGrace: .milliseconds(.random(in: 0...100_000_000, using: &generator)),
            longestSnooze: .milliseconds(.random(in: 1...100_000_000, using: &generator))
        )
    }
}
