public import AlarmCore

/// The title of a reminder in clear, in a family whose people let the relay read titles.
public struct ClearWords: Hashable, WireMessage {
    /// The family.
    public var circle: CircleID
    /// The person who set the reminder, or changed it last, by the relay's word, who may have left the family since.
    public var by: PersonID
    /// The title; 1 to 400 bytes.
    public var text: String

    /// Makes a title in clear.
    public init(circle: CircleID, by: PersonID, text: String) {
        self.circle = circle
        self.by = by
        self.text = text
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        circle = try object.identifier("circleId")
        by = try object.identifier("by")
        text = try object.string("text", bytes: ReminderLimits.textBytes)
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: ["circleId": .identifier(circle), "by": .identifier(by), "text": .string(text)])
    }
}
