/// One moment of a ladder: a step, or one of its repeats.
public struct Firing: Hashable, Sendable {
    /// When it is due.
    public var at: Instant
    /// The distance from the ladder's base; tells the repeats of a step apart in delivery names.
    public var offset: Span
    /// The index of its step in the policy.
    public var step: Int
}

extension EscalationPolicy {
    /// Every timed moment of the ladder that hangs from `base`, earliest first; steps on acceptance are not among them.
    public func firings(from base: Instant) -> [Firing] {
        var result: [Firing] = []
        for (index, step) in steps.enumerated() {
            guard let offset = step.offset else { continue }
            for repetition in 0...Int64(max(step.repeats, 0)) {
                let offset = offset + step.every * repetition
                result.append(Firing(at: base + offset, offset: offset, step: index))
            }
        }
        return result.sorted { ($0.at, $0.step) < ($1.at, $1.step) }
    }
}
