/// The words of an alarm or a reply, as far as they can be believed.
public enum Words: Hashable, Sendable {
    /// The partner wrote this, for this alarm and this time.
    case verified(String)
    /// Nobody knows who wrote what. The alarm rings all the same: loud, never silent.
    case unverified(Doubt)

    /// Why words cannot be believed.
    public enum Doubt: String, CaseIterable, Hashable, Sendable {
        /// There are none.
        case missing
        /// What came is no sealed text, or no message once opened.
        case unreadable
        /// Sealed under a key of no pair of this device.
        case unknownKey = "unknown-key"
        /// Sealed under a known key, and changed since.
        case damaged
        /// Written by another partner than the relay says.
        case otherPair = "other-pair"
        /// Written for another alarm.
        case otherAlarm = "other-alarm"
        /// Written for another time.
        case otherTime = "other-time"
        /// Written for another rule of repetition.
        case otherRule = "other-rule"
    }

    /// The text, if it can be believed.
    public var text: String? {
        if case .verified(let text) = self { text } else { nil }
    }

    /// Why not, if it cannot.
    public var doubt: Doubt? {
        if case .unverified(let doubt) = self { doubt } else { nil }
    }
}
