extension EscalationPolicy {
    /// The partner alarm: handed off early, rings at the due time, then louder every minute until it is answered.
    public static let partnerAlarm = EscalationPolicy(
        name: "partner-alarm",
        steps: [
            EscalationStep(offset: nil, audience: .receiver, stage: .handoff),
            EscalationStep(offset: -.hours(24), audience: .receiver, stage: .handoff, unless: [.armed]),
            EscalationStep(offset: -.hours(1), audience: .receiver, stage: .handoff, unless: [.armed]),
            EscalationStep(offset: -.minutes(10), audience: .receiver, stage: .handoff, unless: [.armed]),
            EscalationStep(offset: .zero, audience: .receiver, stage: .ring, unless: [.armed]),
            EscalationStep(offset: defaultConfirmationTime, audience: .receiver, stage: .ring, unless: [.ringing]),
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
}
