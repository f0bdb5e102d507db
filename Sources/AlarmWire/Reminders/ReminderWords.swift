public import AlarmCore

/// The text of a reminder, as its author seals it for each reader (PA1 section 4, *Words between members*).
public struct ReminderWords: Hashable, WireMessage {
    /// The type of sealed text.
    public static let type = "reminder"

    /// An item of the checklist.
    public struct Item: Hashable, WireMessage {
        /// The item's number, by which the relay knows its tick.
        public var id: Int
        /// The text.
        public var text: String

        /// Makes an item.
        public init(id: Int, text: String) {
            self.id = id
            self.text = text
        }

        /// Reads the members of the JSON object.
        public init(reading object: inout ObjectReader) throws(WireError) {
            id = Int(try object.integer("id", in: 0...Int64(Int32.max)))
            text = try object.string("text", bytes: ReminderLimits.textBytes)
        }

        /// The JSON object on the wire.
        public var json: JSONValue { .object(of: ["id": .integer(id), "text": .string(text)]) }
    }

    /// The first reminder of the series to which the text belongs, so that the relay cannot move it elsewhere.
    public var reminder: ReminderID
    /// The title.
    public var title: String
    /// The items of the checklist.
    public var items: [Item]

    /// Makes a text.
    public init(reminder: ReminderID, title: String, items: [Item] = []) {
        self.reminder = reminder
        self.title = title
        self.items = items
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        try object.version()
        try object.constant("type", Self.type)
        reminder = try object.identifier("reminderId")
        title = try object.string("title", bytes: ReminderLimits.textBytes)
        items = try object.array("items", limit: ReminderLimits.items)
    }

    /// The JSON object on the wire.
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
