public import AlarmCore

/// `POST /v1/circles`: makes a family, whose parent the caller is, or a care circle, whose dweller the caller is.
public struct CreateCircle: Hashable, WireMessage {
    /// The kind of circle.
    public var kind: Circle.Kind
    /// The circle's name; a display name.
    public var name: String
    /// The caller's display name in it.
    public var displayName: String?
    /// Whether reminder titles may be sent to the relay in clear; by default not.
    public var relayMayReadTitles: Bool
    /// The total time that a reminder may be snoozed past its due time; whole seconds, 0 s to 24 h, 1 h by default.
    public var snoozeLimit: Span

    /// Makes a request.
    public init(
        kind: Circle.Kind,
        name: String,
        displayName: String? = nil,
        relayMayReadTitles: Bool = false,
        snoozeLimit: Span = Circle.defaultSnoozeLimit
    ) {
        self.kind = kind
        self.name = name
        self.displayName = displayName
        self.relayMayReadTitles = relayMayReadTitles
        self.snoozeLimit = snoozeLimit
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        kind = try object.word("kind")
        name = try object.displayName("name")
        displayName = try object.optionalDisplayName("displayName")
        relayMayReadTitles = try object.optionalBool("relayMayReadTitles") ?? false
        snoozeLimit =
            try object.optionalSeconds("snoozeLimit", in: Circle.snoozeLimits) ?? Circle.defaultSnoozeLimit
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "kind": .word(kind),
            "name": .string(name),
            "displayName": displayName.map { .string($0) },
            "relayMayReadTitles": .bool(relayMayReadTitles),
            "snoozeLimit": .seconds(snoozeLimit),
        ])
    }
}
