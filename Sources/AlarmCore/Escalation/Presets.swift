extension EscalationPolicy {
    /// The partner alarm: hand it off early, ring at the due second, then louder every minute until somebody answers.
    public static let partnerAlarm = EscalationPolicy(
        name: "partner-alarm",
        steps: [
            EscalationStep(offset: nil, audience: .receiver, stage: .handoff),
            EscalationStep(offset: -.hours(24), audience: .receiver, stage: .handoff, unless: [.armed]),
            EscalationStep(offset: -.hours(1), audience: .receiver, stage: .handoff, unless: [.armed]),
            EscalationStep(offset: -.minutes(10), audience: .receiver, stage: .handoff, unless: [.armed]),
            EscalationStep(offset: .zero, audience: .receiver, stage: .ring, unless: [.armed]),
            EscalationStep(offset: usualConfirmationTime, audience: .receiver, stage: .ring, unless: [.ringing]),
            EscalationStep(
                offset: .seconds(120),
                audience: .receiver,
                stage: .ring,
                urgency: .critical,
                repeats: 4,
                every: .seconds(60)
            ),
            EscalationStep(offset: .minutes(10), audience: .sender, stage: .noAnswer),
        ]
    )

    /// Every preset that the relay knows, by name; rehearsals follow those that they rehearse.
    public static let presets: [String: EscalationPolicy] = Dictionary(
        uniqueKeysWithValues: [
            partnerAlarm, checkIn, gentleCheckIn, reminder, completion, movement, careAlert, inactivity, test,
            contactConfirmation, invitation,
        ].map { ($0.name, $0) }
    )
}
