public import AlarmCore

/// What a reminder says, as its writer seals it for each of its people (PA1 section 4, *Words between members*).
public struct ReminderWords: Hashable, WireMessage {
    /// What kind of sealed text it is.
    public static let type = "reminder"

    /// An item of the checklist.
    public struct Item: Hashable, WireMessage {
        /// Its number, which the relay knows with its tick.
        public var id: Int
        /// What is to be done.
        public var text: String

        /// Makes an item.
        public init(id: Int, text: String) {
            self.id = id
            self.text = text
        }

        /// Reads the members of its object.
        public init(reading object: inout ObjectReader) throws(WireError) {
            id = Int(try object.integer("id", in: 0...Int64(Int32.max)))
            text = try object.string("text", bytes: ReminderLimits.textBytes)
        }

        /// The object that travels.
        public var json: JSONValue { .object(of: ["id": .integer(id), "text": .string(text)]) }
    }

    /// The reminder that they belong to: the first of those that repeat, so that the relay cannot move words elsewhere.
    public var reminder: ReminderID
    /// What of.
    public var title: String
    /// What is to be done, item by item.
    public var items: [Item]

    /// Makes words.
    public init(reminder: ReminderID, title: String, items: [Item] = []) {
        self.reminder = reminder
        self.title = title
        self.items = items
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        try object.version()
        try object.constant("type", Self.type)
        reminder = try object.identifier("reminderId")
        title = try object.string("title", bytes: ReminderLimits.textBytes)
        items = try object.array("items", limit: ReminderLimits.items)
    }

    /// The object that travels.
    public var json: JSONValue {
        .object(of: [
            "v": 1,
            "type": .string(Self.type),
            "reminderId": .identifier(reminder),
            "title": .string(title),
            "items": .array(items.map(\.json)),
        ])
    }
}
