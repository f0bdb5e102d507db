extension Alarm {
    /// Moves a deadline that somebody could not meet because the relay was away, before anybody is alerted about them.
    ///
    /// Two rules, of which the one that gives more counts: an absence is made up for as ``DowntimeCredit`` has it; and the
    /// last warning before due is always given its whole time ahead, whatever kept the relay from giving it.
    mutating func credit(_ decision: inout Decision) {
        guard let grace = decision.context.policy.nature.credit, climbed < base else { return }
        let firings = decision.context.policy.firings(from: base)
        let opening = min(firings.first?.at ?? base, base)
        let credit = DowntimeCredit(grace: grace, absences: decision.context.absences)
        var moved = credit.extended(base, from: opening)
        let warning = decision.context.policy.firings(from: moved).last { $0.offset < .zero }
        if let warning, climbed < warning.at, decision.now - warning.at >= Self.lateMark {
            moved = decision.now - warning.offset
        }
        guard moved > base else { return }
        base = moved
        decision.record(.credited)
    }
}
