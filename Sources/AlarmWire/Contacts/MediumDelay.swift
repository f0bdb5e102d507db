public import AlarmCore

/// A medium by which nothing is known to have got through of late, although the relay is set up for it.
///
/// Whatever waits to be sent by it is tried again; a while after the last attempt nothing is known of the medium.
public struct MediumDelay: Hashable, WireMessage {
    /// The medium.
    public var medium: Destination.Medium
    /// The time since which nothing has got through.
    public var since: Instant
    /// The reason why the last message did not; what a server said may be quoted, in at most 1024 bytes.
    public var reason: String
    /// Whether something may have got through since all the same, as the answer of a server was lost.
    public var isUncertain: Bool

    /// Makes the account of a delay.
    public init(medium: Destination.Medium, since: Instant, reason: String, isUncertain: Bool = false) {
        self.medium = medium
        self.since = since
        self.reason = reason
        self.isUncertain = isUncertain
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        medium = try object.word("medium")
        since = try object.instant("since")
        reason = try object.string("reason", bytes: 1...1024)
        isUncertain = try object.optionalBool("mayHaveArrived") ?? false
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "medium": .word(medium), "since": .instant(since), "reason": .string(reason),
            "mayHaveArrived": isUncertain ? true : nil,
        ])
    }
}
