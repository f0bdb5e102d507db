extension EscalationPolicy {
    /// How long after due somebody besides the person is first alerted; zero where nobody is.
    public var telling: Span {
        steps.filter { $0.stage == .alert }.compactMap(\.offset).min() ?? .zero
    }

    /// Where the ladder that hangs from `base` hangs once the relay's absences are made up for.
    ///
    /// The ladder is moved as a whole, and judged by the moment at which somebody is first alerted: until then the person
    /// can give a sign, from `opening` on, and what comes before is for their own ears. Never earlier than `base`.
    public func base(_ base: Instant, with credit: DowntimeCredit, from opening: Instant) -> Instant {
        credit.extended(base + telling, from: opening) - telling
    }
}
