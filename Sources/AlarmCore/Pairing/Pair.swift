/// Two people who agreed that each may ring the other's devices.
public struct Pair: Hashable, Sendable {
    /// One of the two people.
    public struct Side: Hashable, Sendable {
        /// The person.
        public var person: PersonID
        /// The device with which they paired.
        public var device: DeviceID

        /// Makes a side.
        public init(person: PersonID, device: DeviceID) {
            self.person = person
            self.device = device
        }
    }

    /// Identifier.
    public let id: PairID
    /// The side that showed the code.
    public let inviter: Side
    /// The side that entered the code.
    public let claimer: Side
    /// The time from which the pair is active.
    public let since: Instant
    /// The time of revocation; the pair is a tombstone from then on.
    public private(set) var revokedAt: Instant?

    /// Makes or restores a pair.
    public init(id: PairID, inviter: Side, claimer: Side, since: Instant, revokedAt: Instant? = nil) {
        self.id = id
        self.inviter = inviter
        self.claimer = claimer
        self.since = since
        self.revokedAt = revokedAt
    }

    /// Whether the pair can be used for alarms.
    public var isActive: Bool { revokedAt == nil }

    /// Revokes the pair; the first revocation counts.
    public mutating func revoke(at now: Instant) {
        revokedAt = revokedAt ?? now
    }

    /// Returns the other person; nil for somebody outside the pair.
    public func partner(of person: PersonID) -> PersonID? {
        if person == inviter.person { return claimer.person }
        return person == claimer.person ? inviter.person : nil
    }
}

/// One direction of a pair: the right to ring `to`, held by `from`, under a token that only `from` knows.
public struct Edge: Hashable, Sendable {
    /// SHA-256 of the partner token; the token itself is not kept.
    public let tokenHash: [UInt8]
    /// The pair.
    public let pair: PairID
    /// The person who may ring.
    public let from: PersonID
    /// The person whose devices ring.
    public let to: PersonID

    /// Makes an edge.
    public init(tokenHash: [UInt8], pair: PairID, from: PersonID, to: PersonID) {
        self.tokenHash = tokenHash
        self.pair = pair
        self.from = from
        self.to = to
    }
}
