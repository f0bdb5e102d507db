public import AlarmCore

/// The caller's pairs, as `GET /v1/pairs` returns them; without names, which the relay does not know.
public struct PairList: Hashable, WireMessage {
    /// The pairs, oldest first.
    public var pairs: [PairView]

    /// Makes a list.
    public init(pairs: [PairView]) {
        self.pairs = pairs
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        pairs = try object.array("pairs", limit: 1024)
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: ["pairs": .array(pairs.map(\.json))])
    }
}

/// One pair, as a side of it sees it.
public struct PairView: Hashable, WireMessage {
    /// The state of a pair.
    public enum State: String, CaseIterable, Hashable, Sendable {
        /// Both sides may ring.
        case active
        /// One side left; the relay does not tell which.
        case ended
    }

    /// Identifier.
    public var id: PairID
    /// The present state.
    public var state: State
    /// The time from which it is active.
    public var since: Instant
    /// The token that the caller puts into `toToken`; nil where the relay no longer sends it.
    public var partnerToken: PartnerToken?
    /// Whether the partner takes no alarms of the caller's now: muted, paused or outside hours, which stays private.
    public var refuses: Bool

    /// Makes a view.
    public init(
        id: PairID,
        state: State,
        since: Instant,
        partnerToken: PartnerToken? = nil,
        refuses: Bool = false
    ) {
        self.id = id
        self.state = state
        self.since = since
        self.partnerToken = partnerToken
        self.refuses = refuses
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        id = try object.identifier("pairId")
        state = try object.word("state")
        since = try object.instant("since")
        partnerToken = try object.optionalPartnerToken("partnerToken")
        refuses = try object.optionalBool("refuses") ?? false
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "pairId": .identifier(id),
            "state": .word(state),
            "since": .instant(since),
            "partnerToken": (partnerToken?.text).map(JSONValue.string),
            "refuses": refuses ? true : nil,
        ])
    }
}
