public import AlarmCore

/// The payload for a contact's own server, signed as in Standard Webhooks.
public struct WebhookMessage: Hashable, WireMessage {
    /// The stage, as in `alert`.
    public var stage: PushStage
    /// The preset of the alarm, as in `check-in`.
    public var preset: String
    /// The alarm.
    public var alarm: AlarmID
    /// The due time.
    public var at: Instant
    /// The person's name; nil where none is set.
    public var person: String?
    /// The message in the contact's language.
    public var text: String

    /// Makes a payload.
    public init(stage: PushStage, preset: String, alarm: AlarmID, at: Instant, person: String?, text: String) {
        self.stage = stage
        self.preset = preset
        self.alarm = alarm
        self.at = at
        self.person = person
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
        at = try object.instant("at")
        person = try object.optionalString("person")
        text = try object.string("text")
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "v": 1,
            "stage": .word(stage),
            "preset": .string(preset),
            "alarm": .identifier(alarm),
            "at": .instant(at),
            "person": person.map(JSONValue.string),
            "text": .string(text),
        ])
    }
}
