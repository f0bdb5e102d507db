/// The limits of reminders.
public enum ReminderLimits {
    /// The length of a title or checklist item, in bytes of UTF-8: 1 to 400.
    public static let textBytes = 1...400
    /// The most bytes of all sealed words of a reminder together: 8,192.
    public static let sealedBytes = 8192
    /// The most items of a checklist: 50.
    public static let items = 50
    /// The range of the interval of a repetition, in weeks: 1 to 52.
    public static let intervals = 1...52
    /// The time in which a completion can be undone: 30 s; afterwards the parents are notified.
    public static let undo = Span.seconds(30)
    /// How long before the due time the assignee is first notified: 3 min; until then a recurring one shows its last
    /// occurrence.
    public static let notice = Span.minutes(3)
    /// How long after the due time a reminder still rings or notifies its creator: 30 min.
    public static let ringing = Span.minutes(30)
    /// The most open reminders of a family: 500.
    public static let open = 500
    /// The most completed reminders that are kept for a family: the newest 200.
    public static let completed = 200
    /// The range of the page size of a list: 1 to 100 reminders.
    public static let pages = 1...100
}
