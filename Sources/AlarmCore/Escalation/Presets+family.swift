extension EscalationPolicy {
    /// A family's reminder: pre-notices to the assignee, a ring, and a notice to the creator if it was not completed.
    public static let reminder = EscalationPolicy(
        name: "reminder",
        steps: [
            EscalationStep(offset: -.minutes(3), audience: .receiver, stage: .reminderSoon, urgency: .active),
            EscalationStep(offset: -.minutes(2), audience: .receiver, stage: .reminderSoon, urgency: .active),
            EscalationStep(offset: -.minutes(1), audience: .receiver, stage: .reminderSoon, urgency: .active),
            EscalationStep(offset: .zero, audience: .receiver, stage: .ring),
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
