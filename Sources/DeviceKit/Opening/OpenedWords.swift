/// The text of an alarm or a reply, with the result of its verification.
public enum OpenedWords: Hashable, Sendable {
    /// The partner wrote this, for this alarm and this time.
    case verified(String)
    /// A member of the family wrote this in clear, by the relay's word, because its people let the relay read titles.
    case clear(String)
    /// The text or its author could not be verified. The alarm rings all the same: ringing is better than silence.
    case unverified(VerificationFailure)

    /// Why a text cannot be trusted.
    public enum VerificationFailure: String, CaseIterable, Hashable, Sendable {
        /// There is no text.
        case missing
        /// The content is not a sealed text, or not a message once opened.
        case unreadable
        /// Sealed under a key of no pair of this device.
        case unknownKey = "unknown-key"
        /// Sealed under a known key, and changed since.
        case damaged
        /// Written by a different partner from the one that the relay names.
        case otherPair = "other-pair"
        /// Written for another alarm.
        case otherAlarm = "other-alarm"
        /// Written for another time.
        case otherTime = "other-time"
        /// Written for another rule of repetition.
        case otherRule = "other-rule"
    }

    /// The text, if it is verified or may come in clear.
    public var text: String? {
        switch self {
        case .verified(let text), .clear(let text): text
        case .unverified: nil
        }
    }

    /// The reason, if not verified.
    public var doubt: VerificationFailure? {
        if case .unverified(let doubt) = self { doubt } else { nil }
    }
}
