public import AlarmCore

/// What a contact's own server is told, signed as Standard Webhooks has it.
public struct WebhookNews: Hashable, WireMessage {
    /// What it is about, as in `alert`.
    public var stage: PushStage
    /// The preset of the alarm, as in `check-in`.
    public var preset: String
    /// The alarm.
    public var alarm: AlarmID
    /// When it was due.
    public var at: Instant
    /// What the person is called; nil where they have not said.
    public var person: String?
    /// The same in words, in the contact's language.
    public var text: String

    /// Makes the news.
    public init(stage: PushStage, preset: String, alarm: AlarmID, at: Instant, person: String?, text: String) {
        self.stage = stage
        self.preset = preset
        self.alarm = alarm
        self.at = at
        self.person = person
        self.text = text
    }

    /// Reads the members of its object.
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

    /// The object that travels.
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
