/// People who agreed to reach one another: a family, or those who look after one person who lives alone.
///
/// A pair, and a person's own devices, are circles by their name alone (see ``CircleID``) and need no value of their own.
public struct Circle: Hashable, Sendable {
    /// What holds a circle together.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Parents and children.
        case family
        /// One dweller, and the members who look after them.
        case care
    }

    /// How far a family may let a reminder be snoozed past its due time, in all: 0 s, which allows none, to 24 h.
    public static let snoozeLimits = Span.zero...Span.hours(24)
    /// How far it may unless the family says otherwise: 1 h.
    public static let usualSnoozeLimit = Span.hours(1)
    /// The most people in a circle: 30.
    public static let largestSize = 30
    /// The most circles of a person, their family included: 20.
    public static let mostPerPerson = 20

    /// Its name.
    public let id: CircleID
    /// What it is.
    public let kind: Kind
    /// When it was made.
    public let since: Instant
    /// What its people call it.
    public var name: String
    /// Whether titles of reminders come to the relay in clear, so that e-mails can name them.
    public var relayMayReadTitles: Bool
    /// How far a reminder may be snoozed past its due time, in all; within ``snoozeLimits``.
    public var snoozeLimit: Span

    /// Makes or restores a circle; a snooze limit outside ``snoozeLimits`` becomes the nearest within.
    public init(
        id: CircleID,
        kind: Kind,
        since: Instant,
        name: String,
        relayMayReadTitles: Bool = false,
        snoozeLimit: Span = Circle.usualSnoozeLimit
    ) {
        self.id = id
        self.kind = kind
        self.since = since
        self.name = name
        self.relayMayReadTitles = relayMayReadTitles
        self.snoozeLimit = min(max(snoozeLimit, Self.snoozeLimits.lowerBound), Self.snoozeLimits.upperBound)
    }
}
