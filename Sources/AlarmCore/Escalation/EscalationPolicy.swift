/// The ladder of an alarm, as data: who is told, how, and when, until somebody acknowledges it.
public struct EscalationPolicy: Hashable, Sendable {
    /// The preset that it belongs to, as in `partner-alarm`.
    public var name: String
    /// The rungs, in any order; what counts is their time.
    public var steps: [EscalationStep]
    /// How late a ring may start after the relay was away; later it counts as missed.
    ///
    /// 15 min.
    public var misfireGrace: Span
    /// The longest that one snooze may last.
    ///
    /// 24 h.
    public var longestSnooze: Span

    /// Makes a policy; see ``validate()`` for what makes it usable.
    public init(
        name: String,
        steps: [EscalationStep],
        misfireGrace: Span = .minutes(15),
        longestSnooze: Span = .hours(24)
    ) {
        self.name = name
        self.steps = steps
        self.misfireGrace = misfireGrace
        self.longestSnooze = longestSnooze
    }

    /// Checks that the ladder can keep its promise.
    ///
    /// - Throws: what is wrong with which step, in words for the operator who wrote the file.
    public func validate() throws(PolicyError) {
        guard !name.isEmpty else { throw .noName }
        guard misfireGrace >= .zero else { throw .negative("misfire-grace") }
        guard longestSnooze > .zero else { throw .negative("longest-snooze") }
        for (index, step) in steps.enumerated() {
            guard (0...100).contains(step.repeats) else { throw .step(index, "'repeats' must be 0 to 100") }
            guard step.repeats == 0 || step.every >= .seconds(1) else {
                throw .step(index, "'every' must be at least 1s when 'repeats' is set")
            }
            guard abs(step.offset ?? .zero) <= .days(30) else { throw .step(index, "'at' must lie within 30d of due") }
            guard (step.audience == .receiver) == (step.stage.rouses) else {
                throw .step(index, "handoff and ring go to the receiver, notices to the sender")
            }
        }
        guard steps.contains(where: { $0.stage == .ring && ($0.offset ?? -.days(1)) >= .zero }) else {
            throw .neverRings
        }
        guard let last = firings(from: Instant(milliseconds: 0)).last, steps[last.step].audience == .sender else {
            throw .endsInSilence
        }
    }

    private func abs(_ span: Span) -> Span {
        span < .zero ? -span : span
    }
}

/// Why an escalation policy cannot be used.
public enum PolicyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It has no name.
    case noName
    /// The named span is negative or zero.
    case negative(String)
    /// The step with this index, counted from 0, is wrong.
    case step(Int, String)
    /// No step rings at or after the due time.
    case neverRings
    /// The last step does not tell the sender.
    case endsInSilence

    /// What is wrong and what would be right, in words for whoever wrote the policy.
    public var description: String {
        switch self {
        case .noName: "the policy has no 'name': name the preset that it is for"
        case .negative(let key): "'\(key)' must be longer than nothing, as in '\(key): 15m'"
        case .step(let index, let problem): "step \(index + 1): \(problem)"
        case .neverRings: "no step rings: add one with 'stage: ring' at '0s' or later"
        case .endsInSilence: "the last step must tell the sender: add one with 'audience: sender', 'stage: no-answer'"
        }
    }
}
