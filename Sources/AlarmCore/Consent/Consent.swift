/// A receiver's consent to one sender: when the sender may ring, if at all.
///
/// Everything is allowed by default: joining a circle with somebody allows them to ring.
public struct Consent: Hashable, Sendable {
    /// The hours of every day in which a sender may ring, by the receiver's wall clock.
    public struct Hours: Hashable, Sendable {
        /// The time of day at which the hours begin.
        public let from: LocalTime
        /// The exclusive end; on the next day if earlier than ``from``.
        public let until: LocalTime

        /// Makes hours, or nil when both times are equal: that could be all day or never.
        public init?(from: LocalTime, until: LocalTime) {
            guard from != until else { return nil }
            self.from = from
            self.until = until
        }

        /// Whether a time of day lies within the hours.
        public func contains(_ time: LocalTime) -> Bool {
            from < until ? from <= time && time < until : from <= time || time < until
        }
    }

    /// The longest pause: 366 days.
    public static let longestPause = Span.days(366)

    /// Whether the sender is muted, until the receiver undoes it.
    public var isMuted: Bool
    /// The end of a pause; nil for no pause.
    public var pausedUntil: Instant?
    /// The hours in which the sender may ring; nil for always.
    public var hours: Hours?

    /// Makes a consent; without arguments, the default one.
    public init(isMuted: Bool = false, pausedUntil: Instant? = nil, hours: Hours? = nil) {
        self.isMuted = isMuted
        self.pausedUntil = pausedUntil
        self.hours = hours
    }

    /// Whether the consent is the default, without restrictions.
    public var isDefault: Bool { self == Consent() }
}

/// Decides whether a sender may ring at a given time.
public enum ConsentRules {
    /// Why a sender may not ring.
    public enum Refusal: String, CaseIterable, Hashable, Sendable {
        /// The receiver has muted the sender.
        case muted
        /// The receiver has paused the sender.
        case paused
        /// The time is outside the hours in which the sender may ring.
        case hours

        /// Whether an alarm ends when its next time is refused.
        ///
        /// A recurring alarm goes on after a pause and outside the hours, skipping the refused times; a muted sender's
        /// alarm ends.
        public func ends(recurring recurs: Bool) -> Bool { self == .muted || !recurs }
    }

    /// Returns why a sender may not ring at `instant`; nil if it may.
    ///
    /// - Parameters:
    ///   - consent: the receiver's consent to the sender.
    ///   - instant: the time of the ring.
    ///   - zone: the receiver's time zone.
    /// - Returns: the strongest reason: mute before pause before hours.
    public static func refusal(of consent: Consent, at instant: Instant, in zone: ZoneRules) -> Refusal? {
        if consent.isMuted { return .muted }
        if let end = consent.pausedUntil, instant < end { return .paused }
        if let hours = consent.hours, !hours.contains(zone.localDateTime(at: instant).time) { return .hours }
        return nil
    }
}
