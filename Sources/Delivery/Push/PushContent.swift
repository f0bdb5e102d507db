package import AlarmCore
package import AlarmWire

/// The content of a push about an alarm, before its channel renders it (PA1 section 6).
package struct PushContent: Hashable, Sendable {
    /// The delivery's identifier, the same for all attempts.
    package var id: DeliveryID
    /// The part about the alarm.
    package var alarm: AlarmPush
    /// The language of the alarm's ``AlarmWire/AlarmPush/words``, where it has any (BCP 47).
    package var language: String
    /// The urgency of the notification.
    package var urgency: Urgency
    /// The time until which the gateway stores the push for an offline device.
    package var expiration: Instant
    /// The time from which the push must not be sent any more.
    package var deadline: Instant

    /// Creates a content.
    package init(
        id: DeliveryID,
        alarm: AlarmPush,
        language: String = "en",
        urgency: Urgency,
        expiration: Instant,
        deadline: Instant
    ) {
        self.id = id
        self.alarm = alarm
        self.language = language
        self.urgency = urgency
        self.expiration = expiration
        self.deadline = deadline
    }

    /// Builds a payload; what makes it too large and can be missed is left out: a reply or a member's text, which the app
    /// fetches, and that the relay's data was restored.
    ///
    /// - Throws: the error of `build` for the remaining content.
    package func payload(_ build: (AlarmPush) throws -> [UInt8]) throws -> [UInt8] {
        do {
            return try build(alarm)
        } catch {
            var rest = alarm
            rest.reply = nil
            rest.sealed = nil
            rest.restoredAt = nil
            return try build(rest)
        }
    }
}
