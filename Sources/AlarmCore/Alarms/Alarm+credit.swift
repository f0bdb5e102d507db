extension Alarm {
    /// Postpones a deadline that a person could not meet because the relay was away, before anybody is alerted.
    ///
    /// Two rules, of which the one that gives more time applies: an absence is credited as the policy says
    /// (``EscalationPolicy/base(_:with:from:)``), as long as nobody was alerted; and the last warning before the due
    /// time always has its full time ahead, whatever delayed it.
    mutating func credit(_ decision: inout Decision) {
        let policy = decision.context.policy
        guard let grace = policy.nature.credit, processedUntil < base + policy.telling else { return }
        let opening = min(policy.scheduledSteps(from: base).first?.at ?? base, base)
        let credit = DowntimeCredit(grace: grace, absences: decision.context.absences)
        var moved = policy.base(base, with: credit, from: opening)
        let warning = policy.scheduledSteps(from: moved).last { $0.offset < .zero }
        if let warning, processedUntil < warning.at, decision.now - warning.at >= Self.lateMark {
            moved = decision.now - warning.offset
        }
        guard moved > base else { return }
        // Steps taken already move with the deadline, and are not taken again.
        if processedUntil >= base { processedUntil = processedUntil + (moved - base) }
        base = moved
        decision.record(.credited)
    }
}
