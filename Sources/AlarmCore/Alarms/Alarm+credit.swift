extension Alarm {
    /// Moves a deadline that somebody could not meet because the relay was away, before anybody is alerted about them.
    ///
    /// Two rules, of which the one that gives more counts: an absence is made up for as the policy has it
    /// (``EscalationPolicy/base(_:with:from:)``), as long as nobody was alerted; and the last warning before due is always given its whole time ahead, whatever kept the relay from giving it.
    mutating func credit(_ decision: inout Decision) {
        let policy = decision.context.policy
        guard let grace = policy.nature.credit, climbed < base + policy.telling else { return }
        let opening = min(policy.firings(from: base).first?.at ?? base, base)
        let credit = DowntimeCredit(grace: grace, absences: decision.context.absences)
        var moved = policy.base(base, with: credit, from: opening)
        let warning = policy.firings(from: moved).last { $0.offset < .zero }
        if let warning, climbed < warning.at, decision.now - warning.at >= Self.lateMark {
            moved = decision.now - warning.offset
        }
        guard moved > base else { return }
        // What was taken of the ladder moves with it, and is not taken again.
        if climbed >= base { climbed = climbed + (moved - base) }
        base = moved
        decision.record(.credited)
    }
}
