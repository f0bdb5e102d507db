/// People who agreed to reach one another: a family, or those who look after one person who lives alone.
///
/// A pair, and a person's own devices, are circles by their identifier alone (see ``CircleID``) and need no value of
/// their own.
public struct Circle: Hashable, Sendable {
    /// A kind of circle.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Parents and children.
        case family
        /// One dweller, and the members who look after them.
        case care
    }

    /// The range of a family's snooze limit past a reminder's due time: 0 s, which allows no snooze, to 24 h.
    public static let snoozeLimits = Span.zero...Span.hours(24)
    /// The default snooze limit of a family: 1 h.
    public static let defaultSnoozeLimit = Span.hours(1)
    /// The most people in a circle: 30.
    public static let largestSize = 30
    /// The most circles of a person, their family included: 20.
    public static let mostPerPerson = 20

    /// Identifier.
    public let id: CircleID
    /// The kind of circle.
    public let kind: Kind
    /// The time at which it was made.
    public let since: Instant
    /// The name that its people gave it.
    public var name: String
    /// Whether reminder titles are sent to the relay in clear, so that e-mails can name them.
    public var relayMayReadTitles: Bool
    /// The total time that a reminder may be snoozed past its due time; within ``snoozeLimits``.
    public var snoozeLimit: Span

    /// Makes or restores a circle; a snooze limit outside ``snoozeLimits`` becomes the nearest within.
    public init(
        id: CircleID,
        kind: Kind,
        since: Instant,
        name: String,
        relayMayReadTitles: Bool = false,
        snoozeLimit: Span = Circle.defaultSnoozeLimit
    ) {
        self.id = id
        self.kind = kind
        self.since = since
        self.name = name
        self.relayMayReadTitles = relayMayReadTitles
        self.snoozeLimit = min(max(snoozeLimit, Self.snoozeLimits.lowerBound), Self.snoozeLimits.upperBound)
    }
}
