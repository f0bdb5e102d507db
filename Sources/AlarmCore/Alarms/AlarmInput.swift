/// An event that an alarm reacts to.
public enum AlarmInput: Hashable, Sendable {
    /// The relay accepted the alarm.
    case accepted
    /// The relay accepted the alarm in place of another one, from where that stood; see ``Alarm/handedOver(as:)``.
    case handedOver
    /// The requested wake time has come, or passed.
    case wake
    /// A device of the receiver reported.
    case receipt(AlarmReceipt)
    /// The sender changed the time, which is first due at `due`, or the message.
    case reschedule(AlarmSchedule, due: Instant, ttl: Span)
    /// The person checked in, as a deadline requires; from a device, or through a link.
    case checkedIn(DeviceID?)
    /// The sender or the receiver cancelled the alarm.
    case cancel(by: EscalationStep.Audience)
    /// The receiver does not let the sender ring at the occurrence's time; the occurrence is skipped.
    case decline
    /// The receiver lets the sender ring at the occurrence's time no more, or again.
    case consentChanged
    /// The pair was revoked.
    case revoke
    /// A device of the receiver was added or removed.
    case devicesChanged
    /// This device of the receiver can be reached again: it has a new push token.
    case deviceReturned(DeviceID)
    /// The rules of the schedule's time zone changed from `former`; nil where the former rules are no longer known.
    case rulesChanged(former: ZoneRules?)
    /// A delivery ended; acceptance need be reported only where the order asks for it.
    case deliveryEnded(DeliveryOrder, DeliveryEnd)
}

/// The final outcome of a delivery.
public enum DeliveryEnd: String, Hashable, Sendable, Codable {
    /// The gateway accepted it.
    case accepted
    /// The gateway refused it for good, or the destination is gone.
    case refused
    /// It expired before the gateway accepted it.
    case expired
}

/// A report of the receiver's device about an alarm.
public struct AlarmReceipt: Hashable, Sendable {
    /// A kind of report.
    public enum Report: String, CaseIterable, Hashable, Sendable, Codable {
        /// The device has received the alarm; every other report implies this one.
        case received
        case armed, ringing, acknowledged, snoozed, dismissed, completed
    }

    /// The kind of report.
    public var report: Report
    /// The reporting device.
    public var device: DeviceID
    /// The revision that the device knew; a report about an older one is stale and changes nothing.
    public var revision: Int
    /// The end of a snooze, if the device named one.
    public var until: Instant?

    /// Makes a receipt.
    public init(report: Report, device: DeviceID, revision: Int, until: Instant? = nil) {
        self.report = report
        self.device = device
        self.revision = revision
        self.until = until
    }
}
