/// Where an alarm stands in its life.
public enum AlarmState: String, CaseIterable, Hashable, Sendable, Codable {
    /// Accepted; no device has reported that it registered a system alarm.
    case scheduled
    /// A device of the receiver will ring by itself, even offline.
    case armed
    /// Due, and not answered yet.
    case ringing
    /// The receiver asked for some more minutes.
    case snoozed
    /// The receiver has no device that can be reached.
    case blocked
    /// A person answered.
    case acknowledged
    /// The ladder was climbed to its end and nobody answered.
    case missed
    /// Taken back by the sender, the receiver, or the end of their circle.
    case cancelled
    /// An announcement that was made, and asked for no answer.
    case told

    /// Whether nothing changes it any more.
    public var isFinal: Bool {
        switch self {
        case .acknowledged, .missed, .cancelled, .told: true
        case .scheduled, .armed, .ringing, .snoozed, .blocked: false
        }
    }
}
