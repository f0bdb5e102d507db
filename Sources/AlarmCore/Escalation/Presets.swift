extension EscalationPolicy {
    /// The partner alarm: handed off early, rings at the due time, then louder until it is answered.
    ///
    /// It rings every minute for a quarter of an hour, then every five minutes until an hour after due. The sender
    /// hears after ten minutes that there is no answer yet, while the ringing goes on, and a minute after the last ring
    /// that there was none.
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
                repeats: 13,
                every: .seconds(60)
            ),
            EscalationStep(offset: .minutes(10), audience: .sender, stage: .noAnswerYet),
            EscalationStep(
                offset: .minutes(20),
                audience: .receiver,
                stage: .ring,
                urgency: .critical,
                repeats: 8,
                every: .minutes(5)
            ),
            EscalationStep(offset: .minutes(61), audience: .sender, stage: .noAnswer),
        ]
    )
}
