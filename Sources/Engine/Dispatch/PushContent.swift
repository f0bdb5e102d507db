package import AlarmCore
package import AlarmWire
package import Delivery
package import Storage

extension PushContent {
    /// The content that `order` carries of the alarm in `row`.
    ///
    /// The sealed message goes only to the receiver, the sealed reply only to the sender.
    init(
        row: AlarmRow,
        order: DeliveryOrder,
        preset: String?,
        words: PushWords? = nil,
        language: String = "en",
        sealed: MemberWords? = nil,
        clear: ClearWords? = nil
    ) {
        let alarm = row.alarm
        let isForReceiver = order.stage.asksForAction
        var push = Self.push(
            of: alarm,
            row.content,
            stage: order.stage,
            revision: order.revision,
            due: order.due,
            snoozedUntil: order.stage == .handoff && alarm.state == .snoozed ? alarm.base : nil,
            message: isForReceiver ? row.content.message : nil,
            reply: order.stage == .acknowledged ? row.content.reply : nil,
            isLate: order.isLate
        )
        push.preset = preset
        push.words = words
        push.sealed = sealed
        push.clear = clear
        self.init(
            id: order.id,
            alarm: push,
            language: language,
            urgency: order.urgency,
            // A push that can ring is useful until the alarm's time to live ends, and until the next one in any case; a
            // notice until its deadline.
            expiration: isForReceiver ? max(alarm.base + alarm.ttl, order.deadline) : order.deadline,
            deadline: order.deadline
        )
    }

    /// The largest push that the alarm's content can lead to.
    package static func largest(of alarm: Alarm, _ content: AlarmContent) -> AlarmPush {
        push(
            of: alarm,
            content,
            stage: .handoff,
            revision: alarm.revision,
            due: alarm.due,
            snoozedUntil: alarm.due,
            message: content.message,
            reply: nil,
            isLate: true
        )
    }

    private static func push(
        of alarm: Alarm,
        _ content: AlarmContent,
        stage: Stage,
        revision: Int,
        due: Instant,
        snoozedUntil: Instant?,
        message: SealedText?,
        reply: SealedText?,
        isLate: Bool
    ) -> AlarmPush {
        var rule: RecurrenceRule?
        if case .recurring(let given, _, _) = alarm.schedule { rule = given }
        return AlarmPush(
            stage: PushStage(stage),
            id: alarm.id,
            revision: revision,
            time: due,
            firstTime: rule == nil ? nil : content.firstTime,
            snoozedUntil: snoozedUntil,
            rule: rule,
            timeZone: content.timeZone,
            sound: content.sound,
            message: message,
            reply: reply,
            isLate: isLate
        )
    }
}
