public import AlarmCore

/// The payload for a contact's own server, or for one of the person's, signed as in Standard Webhooks.
public struct WebhookMessage: Hashable, WireMessage {
    /// The stage, as in `alert`.
    public var stage: PushStage
    /// The preset of the alarm, as in `check-in`.
    public var preset: String
    /// The alarm.
    public var alarm: AlarmID
    /// The alarm's revision; nil for a contact, who has no part in it.
    public var revision: Int?
    /// The due time.
    public var at: Instant
    /// The person's name; nil where none is set.
    public var person: String?
    /// A few words that go before ``text``; nil for a contact.
    public var title: String?
    /// The message in the reader's language.
    public var text: String

    /// Makes a payload.
    public init(
        stage: PushStage,
        preset: String,
        alarm: AlarmID,
        revision: Int? = nil,
        at: Instant,
        person: String? = nil,
        title: String? = nil,
        text: String
    ) {
        self.stage = stage
        self.preset = preset
        self.alarm = alarm
        self.revision = revision
        self.at = at
        self.person = person
        self.title = title
        self.text = text
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        try object.version()
        stage = try object.text("stage", expected: "a stage of 1 to 32 lower-case letters and hyphens") {
            PushStage(rawValue: $0)
        }
        preset = try object.string("preset", bytes: 1...64)
        alarm = try object.identifier("alarm")
        revision = try object.optionalInteger("revision", in: 1...Int64(Int32.max)).map { Int($0) }
        at = try object.instant("at")
        person = try object.optionalString("person")
        title = try object.optionalString("title")
        text = try object.string("text")
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "v": 1,
            "stage": .word(stage),
            "preset": .string(preset),
            "alarm": .identifier(alarm),
            "revision": revision.map { .integer($0) },
            "at": .instant(at),
            "person": person.map(JSONValue.string),
            "title": title.map(JSONValue.string),
            "text": .string(text),
        ])
    }
}
