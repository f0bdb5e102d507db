public import AlarmCore

/// `PATCH /v1/circles/{id}`: a parent or the dweller changes a circle; absent members stay as they are.
public struct CircleChange: Hashable, WireMessage {
    /// The circle's name.
    public var name: String?
    /// Whether reminder titles may be sent to the relay in clear.
    public var relayMayReadTitles: Bool?
    /// The total time that a reminder may be snoozed past its due time.
    public var snoozeLimit: Span?

    /// Makes a request.
    public init(name: String? = nil, relayMayReadTitles: Bool? = nil, snoozeLimit: Span? = nil) {
        self.name = name
        self.relayMayReadTitles = relayMayReadTitles
        self.snoozeLimit = snoozeLimit
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        name = try object.optionalDisplayName("name")
        relayMayReadTitles = try object.optionalBool("relayMayReadTitles")
        snoozeLimit = try object.optionalSeconds("snoozeLimit", in: Circle.snoozeLimits)
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "name": name.map { .string($0) },
            "relayMayReadTitles": relayMayReadTitles.map { .bool($0) },
            "snoozeLimit": snoozeLimit.map { .seconds($0) },
        ])
    }
}
