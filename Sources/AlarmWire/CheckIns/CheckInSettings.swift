public import AlarmCore

/// `PUT /v1/check-ins/plan`: how long the person may be silent, and what their contacts are told then.
public struct CheckInSettings: Hashable, WireMessage {
    /// The way of handling a missed check-in.
    public var kind: CheckInPlan.Kind
    /// The time from a check-in to the deadline; nil for 24 h.
    public var threshold: Span?
    /// Whether the plan is turned on.
    public var isOn: Bool
    /// The end of a vacation.
    public var pausedUntil: Instant?
    /// The name by which contacts know the person, 1 to 64 characters.
    public var name: String
    /// The IANA zone of times in messages to contacts; nil for the known one, of the last check-in or the device.
    public var timeZone: String?
    /// The time of day, in whole minutes, at which the person is reminded unless they have checked in that day; nil for
    /// never.
    ///
    /// It is read on the clocks of ``timeZone``.
    public var remindAt: LocalTime?

    /// Makes settings.
    public init(
        kind: CheckInPlan.Kind = .standard,
        threshold: Span? = nil,
        isOn: Bool = true,
        pausedUntil: Instant? = nil,
        name: String,
        timeZone: String? = nil,
        remindAt: LocalTime? = nil
    ) {
        self.kind = kind
        self.threshold = threshold
        self.isOn = isOn
        self.pausedUntil = pausedUntil
        self.name = name
        self.timeZone = timeZone
        self.remindAt = remindAt
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        kind = try object.optionalWord("kind") ?? .standard
        threshold = try object.optionalSeconds("threshold", in: CheckInLimits.thresholds)
        isOn = try object.optionalBool("on") ?? true
        pausedUntil = try object.optionalInstant("pausedUntil")
        name = try object.personName("name")
        timeZone = try object.optionalZone("timeZone")
        remindAt = try object.optionalClockTime("remindAt")
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "kind": .word(kind),
            "threshold": threshold.map(JSONValue.seconds),
            "on": .bool(isOn),
            "pausedUntil": pausedUntil.map(JSONValue.instant),
            "name": .string(name),
            "timeZone": timeZone.map(JSONValue.string),
            "remindAt": remindAt.map(JSONValue.clockTime),
        ])
    }
}

extension CheckInSettings {
    /// The name of a person who has not said by which one their contacts know them.
    public static let unnamed = "?"

    /// Whether contacts would not know about whom they are told.
    package var isUnnamed: Bool { name == Self.unnamed }
}

extension ObjectReader {
    /// Takes a person's name: 1 to 64 characters without line breaks.
    mutating func personName(_ name: String) throws(WireError) -> String {
        try text(name, expected: "1 to 64 characters without line breaks") { text in
            let isPlain = text.unicodeScalars.allSatisfy { !$0.properties.isNewlineOrControl }
            return (1...64).contains(text.count) && text.utf8.count <= 256 && isPlain ? text : nil
        }
    }
}

extension Unicode.Scalar.Properties {
    fileprivate var isNewlineOrControl: Bool {
        switch generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
