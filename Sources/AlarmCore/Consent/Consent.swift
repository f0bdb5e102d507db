/// What a receiver lets one sender do: when it may ring, if at all.
///
/// Nothing said is everything allowed: who joined a circle with somebody may ring them.
public struct Consent: Hashable, Sendable {
    /// The hours of every day in which a sender may ring, on the wall clocks of where the receiver is.
    public struct Hours: Hashable, Sendable {
        /// When they begin.
        public let from: LocalTime
        /// When they end, exclusive; the next day if that is earlier than ``from``.
        public let until: LocalTime

        /// Makes hours, or nil when they begin as they end: that would be all day or never.
        public init?(from: LocalTime, until: LocalTime) {
            guard from != until else { return nil }
            self.from = from
            self.until = until
        }

        /// Whether a time of day lies within them.
        public func contains(_ time: LocalTime) -> Bool {
            from < until ? from <= time && time < until : from <= time || time < until
        }
    }

    /// The longest pause: 366 days.
    public static let longestPause = Span.days(366)

    /// Whether the sender may not ring at all, until that is taken back.
    public var isMuted: Bool
    /// Until when the sender may not ring; nil for no pause.
    public var pausedUntil: Instant?
    /// When it may ring on any day; nil for always.
    public var hours: Hours?

    /// Makes a consent; without arguments, the usual one.
    public init(isMuted: Bool = false, pausedUntil: Instant? = nil, hours: Hours? = nil) {
        self.isMuted = isMuted
        self.pausedUntil = pausedUntil
        self.hours = hours
    }

    /// Whether it says anything.
    public var isUsual: Bool { self == Consent() }
}

/// Decides whether a sender may ring at a certain time.
public enum ConsentRules {
    /// Why a sender may not ring.
    public enum Refusal: String, CaseIterable, Hashable, Sendable {
        /// The receiver has muted the sender.
        case muted
        /// The receiver has paused the sender.
        case paused
        /// It is not one of the hours in which the sender may ring.
        case hours

        /// Whether nothing is left of an alarm whose next time is refused.
        ///
        /// One that repeats goes on after a pause and outside the hours, and passes over the times against them; of one whose
        /// sender is muted nothing rings.
        public func ends(recurring recurs: Bool) -> Bool { self == .muted || !recurs }
    }

    /// Why a sender may not ring at `instant`, if it may not.
    ///
    /// - Parameters:
    ///   - consent: what the receiver lets the sender do.
    ///   - instant: when it would ring.
    ///   - zone: where the receiver is.
    /// - Returns: the reason that counts most, a mute before a pause before the hours.
    public static func refusal(of consent: Consent, at instant: Instant, in zone: ZoneRules) -> Refusal? {
        if consent.isMuted { return .muted }
        if let end = consent.pausedUntil, instant < end { return .paused }
        if let hours = consent.hours, !hours.contains(zone.localDateTime(at: instant).time) { return .hours }
        return nil
    }

    /// Whether a sender may ring at `instant`.
    public static func mayRing(at instant: Instant, under consent: Consent, in zone: ZoneRules) -> Bool {
        refusal(of: consent, at: instant, in: zone) == nil
    }
}
