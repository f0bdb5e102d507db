extension EscalationPolicy {
    /// A care alert: the dweller can cancel while it counts down, then members are told, more of them every five minutes.
    public static let careAlert = EscalationPolicy(
        name: "care-alert",
        steps: [EscalationStep(offset: nil, audience: .receiver, stage: .countdown, urgency: .critical)]
            + members(from: .zero),
        misfireGrace: neverTooLate,
        nature: care
    )

    /// Inactivity: after a long time without activity the dweller is asked, and 15 min later it becomes a care alert.
    public static let inactivity = EscalationPolicy(
        name: "inactivity",
        steps: [EscalationStep(offset: .zero, audience: .receiver, stage: .areYouWell, urgency: .critical)]
            + members(from: .minutes(15)),
        misfireGrace: neverTooLate,
        nature: care
    )

    /// The relay's own look at a dweller's days.
    ///
    /// Its step is never taken: the alarm moves on whenever its time comes.
    public static let wellness = EscalationPolicy(
        name: "wellness",
        steps: [EscalationStep(offset: .zero, audience: .receiver, stage: .areYouWell)],
        misfireGrace: neverTooLate,
        nature: Nature(exhausted: .told)
    )

    /// A message to somebody without the app who is asked to join.
    public static let invitation = EscalationPolicy(
        name: "invitation",
        steps: [EscalationStep(offset: .zero, audience: .contacts, stage: .invitation)],
        misfireGrace: .hours(1),
        nature: Nature(exhausted: .told)
    )

    /// The rules of a care alert, which stays open after its last step.
    ///
    /// Members who are told late, or come back late, can still say that they look after the dweller, and pending
    /// deliveries are not given up.
    private static let care = Nature(
        resolutionStage: .alertEnded,
        isAnsweredByCancelling: true,
        linger: CareLimits.open
    )

    /// The first tier, the first two after five minutes, then all tiers three times; finally the dweller hears that
    /// nobody has answered.
    private static func members(from start: Span) -> [EscalationStep] {
        [
            EscalationStep(offset: start, audience: .members, stage: .alert, urgency: .critical, tiers: 1),
            EscalationStep(
                offset: start + .minutes(5),
                audience: .members,
                stage: .alert,
                urgency: .critical,
                tiers: 2
            ),
            EscalationStep(
                offset: start + .minutes(10),
                audience: .members,
                stage: .alert,
                urgency: .critical,
                repeats: 2,
                every: .minutes(5)
            ),
            EscalationStep(offset: start + .minutes(25), audience: .sender, stage: .noAnswer),
        ]
    }
}
