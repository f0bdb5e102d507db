public import AlarmCore

/// `PATCH /v1/circles/{id}`: what a parent or the dweller changes of a circle; what is absent stays.
public struct CircleChange: Hashable, WireMessage {
    /// What its people call it.
    public var name: String?
    /// Whether titles of reminders may come to the relay in clear.
    public var relayMayReadTitles: Bool?
    /// How far a reminder may be snoozed past its due time.
    public var snoozeLimit: Span?

    /// Makes a request.
    public init(name: String? = nil, relayMayReadTitles: Bool? = nil, snoozeLimit: Span? = nil) {
        self.name = name
        self.relayMayReadTitles = relayMayReadTitles
        self.snoozeLimit = snoozeLimit
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        name = try object.optionalDisplayName("name")
        relayMayReadTitles = try object.optionalBool("relayMayReadTitles")
        snoozeLimit = try object.optionalSeconds("snoozeLimit", in: Circle.snoozeLimits)
    }

    /// The object that travels.
    public var json: JSONValue {
        .object(of: [
            "name": name.map { .string($0) },
            "relayMayReadTitles": relayMayReadTitles.map { .bool($0) },
            "snoozeLimit": snoozeLimit.map { .seconds($0) },
        ])
    }
}
