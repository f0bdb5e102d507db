public import AlarmCore

/// `PUT /v1/care/pause`: pauses the dweller's alerts, except those of the button.
public struct CarePause: Hashable, WireMessage {
    /// The end of the pause, at most 366 days ahead.
    public var until: Instant

    /// Creates a request.
    public init(until: Instant) {
        self.until = until
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        until = try object.instant("until")
    }

    /// The JSON object.
    public var json: JSONValue { .object(of: ["until": .instant(until)]) }
}
