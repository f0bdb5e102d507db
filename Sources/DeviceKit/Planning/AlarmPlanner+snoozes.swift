import AlarmCore

/// Snoozes on another device of the person: the ring at their end is a new one, whatever was silenced here before.
extension AlarmPlanner {
    /// How much earlier than the end of a snooze on another device, by this device's clock, its ring may come.
    ///
    /// 3 s.
    private static let earliness = Span.seconds(3)

    /// The end of a snooze that was taken on another device after this device's part in the alarm began.
    static func snoozeEnd(of alarm: IncomingAlarm, after known: KnownAlarm?) -> Instant? {
        guard let known, let end = alarm.snoozedUntil, end > known.since else { return nil }
        return end
    }

    /// Whether a ring is that at the end of a snooze on another device, and so a new one, or comes after that.
    static func isAfterSnooze(_ alarm: IncomingAlarm, of known: KnownAlarm?, _ now: Instant) -> Bool {
        hasReached(known?.putOffUntil ?? snoozeEnd(of: alarm, after: known), now)
    }

    /// Whether the ring at the end of a snooze on another device may have been sent.
    static func hasReached(_ end: Instant?, _ now: Instant) -> Bool {
        end.map { $0 - earliness <= now } ?? false
    }

    /// Does nothing now, yet remembers until when `alarm` was put off on another device, where it says so.
    static func ignore(
        _ reason: AlarmPlan.Reason,
        noting alarm: IncomingAlarm,
        in known: KnownAlarm?
    ) -> AlarmPlan {
        guard var next = known, let end = snoozeEnd(of: alarm, after: known) else { return .ignore(reason) }
        next.putOffUntil = end
        return AlarmPlan(actions: [.ignore(reason)], next: next)
    }
}
