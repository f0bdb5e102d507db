public import AlarmCore

/// The response of `GET /v1/calendar/link`: the address at which calendar programs read the caller's alarms, without its
/// secret, which is shown once.
public struct CalendarLinkView: Hashable, WireMessage {
    /// The time at which it was made.
    public var since: Instant

    /// Makes a view.
    public init(since: Instant) {
        self.since = since
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        since = try object.instant("since")
    }

    /// The JSON object on the wire.
    public var json: JSONValue { .object(of: ["since": .instant(since)]) }
}

/// The response of `POST /v1/calendar/link`: the new address.
public struct CalendarLink: Hashable, WireMessage {
    /// The URL: a `GET` answers with an iCalendar object (RFC 5545).
    ///
    /// Whoever has it can read when the caller's alarms ring.
    public var url: String
    /// The time at which it was made.
    public var since: Instant

    /// Makes a response.
    public init(url: String, since: Instant) {
        self.url = url
        self.since = since
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        url = try object.string("url", bytes: 1...2048)
        since = try object.instant("since")
    }

    /// The JSON object on the wire.
    public var json: JSONValue { .object(of: ["url": .string(url), "since": .instant(since)]) }
}
