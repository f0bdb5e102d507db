import AlarmCore
import AlarmWire
import Storage

/// What a push about an alarm carries (PA1 section 6).
struct PushContent: Sendable {
    let push: AlarmPush
    let urgency: Urgency
    let expiration: Instant

    /// What `order` carries of the alarm in `row`.
    ///
    /// The sealed words go to the receiver only, the sealed reply to the sender only.
    init(row: AlarmRow, order: DeliveryOrder, words: PushWords? = nil, sealed: MemberWords? = nil) {
        let alarm = row.alarm
        let isForReceiver = order.stage.rouses
        var push = Self.push(
            of: alarm,
            row.content,
            stage: order.stage,
            revision: order.revision,
            due: order.due,
            message: isForReceiver ? row.content.message : nil,
            reply: order.stage == .acknowledged ? row.content.reply : nil,
            isLate: order.isLate
        )
        push.preset = alarm.preset == EscalationPolicy.partnerAlarm.name ? nil : alarm.preset
        push.words = words
        push.sealed = sealed
        self.push = push
        urgency = order.urgency
        // A push that can ring is worth something until the alarm is; a notice until it is given up.
        expiration = isForReceiver ? max(alarm.base + alarm.ttl, order.deadline) : order.deadline
    }

    /// Checks that every push about an alarm will fit a gateway's limit.
    ///
    /// - Throws: the problem `message-too-large`.
    static func checkSize(of alarm: Alarm, _ content: AlarmContent) throws {
        let push = push(
            of: alarm,
            content,
            stage: .handoff,
            revision: alarm.revision,
            due: alarm.due,
            message: content.message,
            reply: nil,
            isLate: true
        )
        guard !PushPayload.surelyFits(push) else { return }
        let size = PushPayload.largestSize(for: push)
        guard size <= PushPayload.limit else {
            throw Problem(
                .messageTooLarge,
                detail:
                    "its push would have \(size) bytes, and gateways take \(PushPayload.limit): shorten the message",
                pointer: "/message"
            )
        }
    }

    private static func push(
        of alarm: Alarm,
        _ content: AlarmContent,
        stage: Stage,
        revision: Int,
        due: Instant,
        message: String?,
        reply: String?,
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
            rule: rule,
            timeZone: content.timeZone,
            sound: content.sound,
            message: message.flatMap { SealedText($0) },
            reply: reply.flatMap { SealedText($0) },
            isLate: isLate
        )
    }
}
