public import AlarmCore

/// `PUT /v1/care/pause`: until when the dweller wants no alerts but those of the button.
public struct CarePause: Hashable, WireMessage {
    /// The end of the pause, at most 366 days ahead.
    public var until: Instant

    /// Makes a request.
    public init(until: Instant) {
        self.until = until
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        until = try object.instant("until")
    }

    /// The object that travels.
    public var json: JSONValue { .object(of: ["until": .instant(until)]) }
}
