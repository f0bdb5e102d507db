public import AlarmCore

/// The caller's pairs, as `GET /v1/pairs` tells them; without names, which the relay does not know.
public struct PairList: Hashable, WireMessage {
    /// The pairs, oldest first.
    public var pairs: [PairView]

    /// Makes a list.
    public init(pairs: [PairView]) {
        self.pairs = pairs
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        pairs = try object.array("pairs", limit: 1024)
    }

    /// The object that travels.
    public var json: JSONValue {
        .object(of: ["pairs": .array(pairs.map(\.json))])
    }
}

/// One pair, as a side of it sees it.
public struct PairView: Hashable, WireMessage {
    /// Where a pair stands.
    public enum State: String, CaseIterable, Hashable, Sendable {
        /// Both sides may ring.
        case active
        /// One side left; which one is nobody's business.
        case ended
    }

    /// Its name.
    public var id: PairID
    /// Where it stands.
    public var state: State
    /// Since when it is active.
    public var since: Instant
    /// What the caller puts into `toToken`; nil where the relay no longer tells it.
    public var partnerToken: PartnerToken?

    /// Makes a view.
    public init(id: PairID, state: State, since: Instant, partnerToken: PartnerToken? = nil) {
        self.id = id
        self.state = state
        self.since = since
        self.partnerToken = partnerToken
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        id = try object.identifier("pairId")
        state = try object.word("state")
        since = try object.instant("since")
        partnerToken = try object.optionalPartnerToken("partnerToken")
    }

    /// The object that travels.
    public var json: JSONValue {
        .object(of: [
            "pairId": .identifier(id),
            "state": .word(state),
            "since": .instant(since),
            "partnerToken": (partnerToken?.text).map(JSONValue.string),
        ])
    }
}
