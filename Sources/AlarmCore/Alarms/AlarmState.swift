/// A state of an alarm's life.
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
    /// All steps were taken and nobody answered.
    case missed
    /// Cancelled by the sender, the receiver, or the end of their circle.
    case cancelled
    /// An announcement was made; it asks for no answer.
    case told

    /// Whether the state is final.
    public var isFinal: Bool {
        switch self {
        case .acknowledged, .missed, .cancelled, .told: true
        case .scheduled, .armed, .ringing, .snoozed, .blocked: false
        }
    }
}
