/// What can happen to an alarm.
public enum AlarmInput: Hashable, Sendable {
    /// The relay took it over.
    case accepted
    /// The time it asked to be woken at has come, or passed.
    case wake
    /// A device of the receiver reports.
    case receipt(AlarmReceipt)
    /// The sender set another time, first due at `due`, or other words.
    case reschedule(AlarmSchedule, due: Instant, ttl: Span)
    /// The sign of life that a deadline waits for; from a device, or through a link.
    case checkedIn(DeviceID?)
    /// Somebody takes it back.
    case cancel(by: EscalationStep.Audience)
    /// The receiver does not let the sender ring at the occurrence's time; it is passed over.
    case decline
    /// The pair ended.
    case revoke
    /// A device of the receiver came or went.
    case devicesChanged
    /// This device of the receiver can be reached again: it has another push token.
    case deviceReturned(DeviceID)
    /// The rules of the schedule's time zone are others than `former` now; nil where nobody knows the former ones any more.
    case rulesChanged(former: ZoneRules?)
    /// A delivery ended; that it was accepted need only be told where the order says so.
    case deliveryEnded(DeliveryOrder, DeliveryEnd)
}

/// How a delivery ended for good.
public enum DeliveryEnd: String, Hashable, Sendable, Codable {
    /// The gateway took it.
    case accepted
    /// The gateway refused it for good, or the destination is gone.
    case refused
    /// Its time ran out before the gateway took it.
    case expired
}

/// What a device of the receiver says about an alarm.
public struct AlarmReceipt: Hashable, Sendable {
    /// What happened on the device.
    public enum Report: String, CaseIterable, Hashable, Sendable, Codable {
        /// It has heard of the alarm, and has nothing stronger to say; every other report says as much.
        case received
        case armed, ringing, acknowledged, snoozed, dismissed, completed
    }

    /// What happened.
    public var report: Report
    /// Who says so.
    public var device: DeviceID
    /// The revision that the device knew; what it says of an older one changes nothing.
    public var revision: Int
    /// Until when, for a snooze.
    public var until: Instant?

    /// Makes a receipt.
    public init(report: Report, device: DeviceID, revision: Int, until: Instant? = nil) {
        self.report = report
        self.device = device
        self.revision = revision
        self.until = until
    }
}
