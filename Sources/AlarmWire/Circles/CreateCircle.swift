public import AlarmCore

/// `POST /v1/circles`: makes a family, whose parent the caller is, or a care circle, whose dweller the caller is.
public struct CreateCircle: Hashable, WireMessage {
    /// What it is.
    public var kind: Circle.Kind
    /// What its people call it; a display name.
    public var name: String
    /// What the caller wants to be called in it.
    public var displayName: String?
    /// Whether titles of reminders may come to the relay in clear; no unless told.
    public var relayMayReadTitles: Bool
    /// How far a reminder may be snoozed past its due time; whole seconds, 0 s to 24 h, 1 h unless told.
    public var snoozeLimit: Span

    /// Makes a request.
    public init(
        kind: Circle.Kind,
        name: String,
        displayName: String? = nil,
        relayMayReadTitles: Bool = false,
        snoozeLimit: Span = Circle.usualSnoozeLimit
    ) {
        self.kind = kind
        self.name = name
        self.displayName = displayName
        self.relayMayReadTitles = relayMayReadTitles
        self.snoozeLimit = snoozeLimit
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        kind = try object.word("kind")
        name = try object.displayName("name")
        displayName = try object.optionalDisplayName("displayName")
        relayMayReadTitles = try object.optionalBool("relayMayReadTitles") ?? false
        snoozeLimit =
            try object.optionalSeconds("snoozeLimit", in: Circle.snoozeLimits) ?? Circle.usualSnoozeLimit
    }

    /// The object that travels.
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
