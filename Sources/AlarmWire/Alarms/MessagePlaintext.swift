public import AlarmCore

/// The content of the sealed message to the receiver (PA1 section 5).
///
/// `id` and `time` are repeated inside the seal, so that a relay cannot attach the message to another alarm.
public struct MessagePlaintext: Hashable, WireMessage {
    /// The lengths in bytes to which a message is padded with spaces, so that its length reveals little.
    public static let paddedLengths = [256, 512, 1024, 2048]

    /// The alarm.
    public var id: AlarmID
    /// The due time; of a recurring alarm, the first one.
    public var time: Instant
    /// The recurrence rule.
    public var rule: RecurrenceRule?
    /// The text.
    public var text: String

    /// Makes a message.
    public init(id: AlarmID, time: Instant, rule: RecurrenceRule? = nil, text: String) {
        self.id = id
        self.time = time
        self.rule = rule
        self.text = text
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        try object.version()
        id = try object.identifier("id")
        time = try object.instant("time")
        rule = try object.optionalRule("repeat")
        text = try object.string("text", bytes: 0...2048)
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "v": 1,
            "id": .identifier(id),
            "time": .instant(time),
            "repeat": (rule?.description).map(JSONValue.string),
            "text": .string(text),
        ])
    }

    /// The bytes to seal: the JSON, padded with spaces to the next of ``paddedLengths``; nil when it exceeds the last.
    public var padded: [UInt8]? {
        var bytes = wire
        guard let length = Self.paddedLengths.first(where: { $0 >= bytes.count }) else { return nil }
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: length - bytes.count))
        return bytes
    }
}
