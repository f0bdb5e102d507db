/// The bounds of reminders.
public enum ReminderLimits {
    /// The length of a title or of an item of a checklist, in bytes of UTF-8: 1 to 400.
    public static let textBytes = 1...400
    /// The length of all sealed words of a reminder together, in bytes: 8,192.
    public static let sealedBytes = 8192
    /// How many items a checklist may have: 50.
    public static let items = 50
    /// Every how many weeks a reminder may repeat: 1 to 52.
    public static let intervals = 1...52
    /// How long a completion can be undone: 30 s; after that the parents are told.
    public static let undo = Span.seconds(30)
    /// How long before it is due its assignee is first told; one that recurs stands for its last time until then: 3 min.
    public static let notice = Span.minutes(3)
    /// For how long after it was due something still rings, or tells its creator: 30 min.
    public static let ringing = Span.minutes(30)
    /// How many open reminders a family may have: 500.
    public static let open = 500
    /// How many completed reminders of a family are kept, the newest: 200.
    public static let completed = 200
    /// How many reminders a page of a list may hold: 1 to 100.
    public static let pages = 1...100
}
