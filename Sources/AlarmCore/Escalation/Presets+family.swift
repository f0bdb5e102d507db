extension EscalationPolicy {
    /// A family's reminder: notices before it is due, then rings as for an alarm, every minute for a quarter of an hour
    /// and twice more.
    ///
    /// The parents hear after ten minutes that it is not done yet. After half an hour it rings no more, and they and its
    /// creator hear that it was not done.
    public static let reminder = EscalationPolicy(
        name: "reminder",
        steps: [
            EscalationStep(offset: -.minutes(3), audience: .receiver, stage: .reminderSoon, urgency: .active),
            EscalationStep(offset: -.minutes(2), audience: .receiver, stage: .reminderSoon, urgency: .active),
            EscalationStep(offset: -.minutes(1), audience: .receiver, stage: .reminderSoon, urgency: .active),
            EscalationStep(offset: .zero, audience: .receiver, stage: .ring),
            EscalationStep(offset: defaultConfirmationTime, audience: .receiver, stage: .ring, unless: [.ringing]),
            EscalationStep(
                offset: .seconds(120),
                audience: .receiver,
                stage: .ring,
                urgency: .critical,
                repeats: 13,
                every: .seconds(60)
            ),
            EscalationStep(offset: .minutes(10), audience: .parents, stage: .noAnswerYet, urgency: .active),
            EscalationStep(
                offset: .minutes(20),
                audience: .receiver,
                stage: .ring,
                urgency: .critical,
                repeats: 1,
                every: .minutes(5)
            ),
            EscalationStep(offset: .minutes(30), audience: .parents, stage: .unfinished, urgency: .active),
            EscalationStep(offset: .minutes(30), audience: .sender, stage: .unfinished, urgency: .active),
        ],
        nature: Nature(endsWhenDone: true)
    )

    /// The notice that a reminder was completed; sent after half a minute, so that it can be undone before.
    public static let completion = EscalationPolicy(
        name: "completion",
        steps: [EscalationStep(offset: .zero, audience: .parents, stage: .completed, urgency: .active)],
        misfireGrace: .hours(24),
        nature: Nature(exhausted: .told)
    )

    /// The notice that somebody has left the place of a reminder.
    public static let movement = EscalationPolicy(
        name: "movement",
        steps: [EscalationStep(offset: .zero, audience: .parents, stage: .moved)],
        misfireGrace: .hours(1),
        nature: Nature(exhausted: .told)
    )
}
