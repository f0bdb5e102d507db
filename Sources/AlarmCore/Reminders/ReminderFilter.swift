/// A filter for a list of a family's reminders.
public struct ReminderFilter: Hashable, Sendable {
    /// The status to show; nil for both.
    public let status: Reminder.Status?
    /// The person whose reminders to show; nil for everybody's.
    public let assignee: PersonID?
    /// The earliest due time to show; nil for no lower bound.
    public let from: Instant?
    /// The exclusive upper bound of the due time; nil for none.
    public let to: Instant?

    /// Makes a filter; by default it shows all.
    ///
    /// - Throws: ``ReminderError/emptyRange`` when `to` is not later than `from`.
    public init(
        status: Reminder.Status? = nil,
        assignee: PersonID? = nil,
        from: Instant? = nil,
        to: Instant? = nil
    ) throws(ReminderError) {
        if let from, let to, to <= from { throw .emptyRange }
        self.status = status
        self.assignee = assignee
        self.from = from
        self.to = to
    }

    /// Whether the list shows `reminder`.
    public func shows(_ reminder: Reminder) -> Bool {
        (status.map { $0 == reminder.status } ?? true)
            && (assignee.map { $0 == reminder.assignee } ?? true)
            && (from.map { $0 <= reminder.due } ?? true)
            && (to.map { reminder.due < $0 } ?? true)
    }
}

/// One page of a list of reminders, sorted by due time.
public struct ReminderPage: Hashable, Sendable {
    /// The reminders, the earliest first.
    public let reminders: [Reminder]
    /// The position at which the next page begins; nil on the last.
    public let next: ReminderCursor?

    /// Takes from `reminders`, in any order, the first `limit` that `filter` shows and that come after `cursor`.
    ///
    /// - Throws: ``ReminderError/page(_:)`` for a limit that is not 1 to 100.
    public init(
        of reminders: some Sequence<Reminder>,
        showing filter: ReminderFilter,
        after cursor: ReminderCursor? = nil,
        limit: Int
    ) throws(ReminderError) {
        guard ReminderLimits.pages.contains(limit) else { throw .page(limit) }
        let rest = reminders.filter { reminder in
            filter.shows(reminder) && (cursor.map { $0 < reminder.cursor } ?? true)
        }.sorted { $0.cursor < $1.cursor }
        self.reminders = Array(rest.prefix(limit))
        next = rest.count > limit ? self.reminders.last?.cursor : nil
    }
}
