extension EscalationPolicy {
    /// The daily check-in: the person is warned four times, then every confirmed contact is told, and once more a day later.
    public static let checkIn = EscalationPolicy(
        name: "check-in",
        steps: [
            EscalationStep(offset: -.hours(3), audience: .receiver, stage: .checkInDue, urgency: .critical),
            EscalationStep(offset: -.hours(2), audience: .receiver, stage: .checkInDue, urgency: .critical),
            EscalationStep(offset: -.hours(1), audience: .receiver, stage: .checkInDue, urgency: .critical),
            EscalationStep(offset: -.minutes(15), audience: .receiver, stage: .checkInDue, urgency: .critical),
            EscalationStep(offset: .zero, audience: .contacts, stage: .alert),
            EscalationStep(offset: .zero, audience: .receiver, stage: .contactsTold, urgency: .critical),
            EscalationStep(offset: .hours(24), audience: .contacts, stage: .alert),
        ],
        misfireGrace: neverTooLate,
        nature: Nature(resolutionStage: .allClear, credit: CheckInLimits.downtimeGrace, linger: staysOpen)
    )

    /// The gentle check-in: the person is reminded at the deadline, and contacts are told a day later.
    public static let gentleCheckIn = EscalationPolicy(
        name: "gentle-check-in",
        steps: [
            EscalationStep(offset: .zero, audience: .receiver, stage: .checkInReminder),
            EscalationStep(offset: .hours(24), audience: .contacts, stage: .alert),
            EscalationStep(offset: .hours(24), audience: .receiver, stage: .contactsTold, urgency: .critical),
        ],
        misfireGrace: neverTooLate,
        nature: Nature(resolutionStage: .allClear, credit: CheckInLimits.downtimeGrace, linger: staysOpen)
    )

    /// The daily reminder to check in, at the time of day that the person chose.
    ///
    /// Given up to 12 h late after an outage, and never on another day. It stays open for 4 h, so that it can be answered
    /// and put off.
    public static let dailyCheckIn = EscalationPolicy(
        name: "daily-check-in",
        steps: [EscalationStep(offset: .zero, audience: .receiver, stage: .checkInReminder)],
        misfireGrace: .hours(12),
        nature: Nature(exhausted: .told, linger: .hours(4))
    )

    /// How long an unanswered deadline stays open, so that those who were told can hear that the person is back.
    ///
    /// 365 days.
    private static let staysOpen = Span.days(365)

    /// The policy of a kind of check-in.
    public static func checkIn(of kind: CheckInPlan.Kind) -> EscalationPolicy {
        kind == .standard ? checkIn : gentleCheckIn
    }

    /// The kind of check-in whose deadline a preset's alarm stands for; nil for other presets.
    public static func checkInKind(of preset: String) -> CheckInPlan.Kind? {
        CheckInPlan.Kind.allCases.first { checkIn(of: $0).name == preset }
    }

    /// A push that checks that pushes arrive.
    public static let test = EscalationPolicy(
        name: "test",
        steps: [EscalationStep(offset: .zero, audience: .receiver, stage: .test)],
        nature: Nature(exhausted: .told)
    )

    /// The only message to a contact who has not confirmed yet.
    public static let contactConfirmation = EscalationPolicy(
        name: "contact-confirmation",
        steps: [EscalationStep(offset: .zero, audience: .contacts, stage: .confirmation)],
        misfireGrace: .hours(24),
        nature: Nature(exhausted: .told)
    )

    /// The misfire grace of alarms on which a life may depend, however late they are.
    ///
    /// 365 days.
    static let neverTooLate = Span.days(365)
}
