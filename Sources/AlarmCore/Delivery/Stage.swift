/// What a push is for; the word travels in the push and names the delivery.
public enum Stage: String, CaseIterable, Hashable, Sendable, Codable {
    /// Early and visible: register a system alarm now.
    case handoff
    /// Ring now.
    case ring
    /// What was handed off must not ring, or must stop ringing.
    case cancel
    /// To the sender: the receiver answered.
    case acknowledged
    /// To the sender: the receiver dismissed it while it rang.
    case dismissed
    /// To the sender: the receiver took the alarm off before it rang.
    case declined
    /// To the sender: the whole ladder was climbed and nobody answered.
    case noAnswer = "no-answer"
    /// To both: it was due while the relay was away, too long ago to ring now.
    case missed
    /// To the sender: the receiver has no device left that can be reached.
    case blocked
    /// To the sender: a device of the receiver is back.
    case unblocked

    /// Whether the push can make a phone ring, and so must never start once the alarm has ended.
    public var rouses: Bool {
        self == .handoff || self == .ring
    }
}
