/// The time in which somebody should stay at the place of a reminder.
public struct PlaceTime: Hashable, Sendable {
    /// The beginning; nil for at once.
    public let from: Instant?
    /// The exclusive end; nil for as long as the reminder is open.
    public let until: Instant?

    /// Makes a time; nil if it ends before it begins, or has neither a beginning nor an end.
    public init?(from: Instant?, until: Instant?) {
        guard from != nil || until != nil else { return nil }
        if let from, let until, until <= from { return nil }
        self.from = from
        self.until = until
    }

    private init(unchecked from: Instant?, _ until: Instant?) {
        self.from = from
        self.until = until
    }

    /// Whether `instant` lies within.
    public func contains(_ instant: Instant) -> Bool {
        from.map { $0 <= instant } ?? true && until.map { instant < $0 } ?? true
    }

    /// The same time, later by `span`.
    func moved(by span: Span) -> PlaceTime {
        PlaceTime(unchecked: from.map { $0 + span }, until.map { $0 + span })
    }
}
