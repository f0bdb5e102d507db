public import AlarmWire

/// What a reminder says, in clear: for its people alone, unless the family lets the relay read titles.
public struct ReminderText: Hashable, Sendable {
    /// What of; 1 to 400 bytes.
    public var title: String
    /// What is to be done, item by item.
    public var items: [ReminderWords.Item]

    /// Says something.
    public init(title: String, items: [ReminderWords.Item] = []) {
        self.title = title
        self.items = items
    }

    /// All of it on one line.
    public var line: String {
        items.isEmpty ? title : "\(title) (\(items.map(\.text).joined(separator: ", ")))"
    }
}
