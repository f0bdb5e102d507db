public import AlarmCore

extension Checklist.Item: WireDecodable, WireEncodable {
    /// Reads `{"id":1,"text":"satchel","done":true}`; `done` is false where absent.
    public init(reading object: inout ObjectReader) throws(WireError) {
        self.init(
            id: Int(try object.integer("id", in: 0...Int64(Int32.max))),
            text: try object.optionalString("text"),
            isDone: try object.optionalBool("done") ?? false
        )
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "id": .integer(id),
            "text": text.map { .string($0) },
            "done": .bool(isDone),
        ])
    }
}

/// `POST /v1/reminders/{id}/marks`: ticks an item of a checklist, or removes the tick.
public struct ReminderMark: Hashable, WireMessage {
    /// The item's number.
    public var item: Int
    /// Whether it is done.
    public var isDone: Bool

    /// Makes a request.
    public init(item: Int, isDone: Bool = true) {
        self.item = item
        self.isDone = isDone
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        item = Int(try object.integer("item", in: 0...Int64(Int32.max)))
        isDone = try object.optionalBool("done") ?? true
    }

    /// The JSON object on the wire.
    public var json: JSONValue { .object(of: ["item": .integer(item), "done": .bool(isDone)]) }
}
