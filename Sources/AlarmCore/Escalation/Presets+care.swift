extension EscalationPolicy {
    /// A care alert: the dweller can cancel while it counts down, then members are told, more of them every five minutes.
    public static let careAlert = EscalationPolicy(
        name: "care-alert",
        steps: [EscalationStep(offset: nil, audience: .receiver, stage: .countdown, urgency: .critical)]
            + members(from: .zero),
        misfireGrace: neverTooLate,
        nature: care
    )

    /// Nothing was heard of the dweller for long: they are asked first, and a quarter of an hour later it is a care alert.
    public static let inactivity = EscalationPolicy(
        name: "inactivity",
        steps: [EscalationStep(offset: .zero, audience: .receiver, stage: .areYouWell, urgency: .critical)]
            + members(from: .minutes(15)),
        misfireGrace: neverTooLate,
        nature: care
    )

    /// A message to somebody without the app who is asked to join.
    public static let invitation = EscalationPolicy(
        name: "invitation",
        steps: [EscalationStep(offset: .zero, audience: .contacts, stage: .invitation)],
        misfireGrace: .hours(1),
        nature: Nature(exhausted: .told)
    )

    /// An alert stays open after its last rung: whoever is told late, or comes back late, can still say that they look after
    /// the dweller, and what could not be delivered yet is not given up.
    private static let care = Nature(settlement: .alertEnded, isAnsweredByCancelling: true, linger: CareLimits.open)

    /// The first tier, five minutes later the second with it, then all of them three times; at last the dweller hears that
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
