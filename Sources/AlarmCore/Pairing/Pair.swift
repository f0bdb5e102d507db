/// Two people who agreed that each may ring the other's devices.
public struct Pair: Hashable, Sendable {
    /// One of the two.
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

    /// Its name.
    public let id: PairID
    /// Who showed the code.
    public let inviter: Side
    /// Who entered it.
    public let claimer: Side
    /// Since when it is active.
    public let since: Instant
    /// When it was revoked; a tombstone from then on.
    public private(set) var revokedAt: Instant?

    /// Makes or restores a pair.
    public init(id: PairID, inviter: Side, claimer: Side, since: Instant, revokedAt: Instant? = nil) {
        self.id = id
        self.inviter = inviter
        self.claimer = claimer
        self.since = since
        self.revokedAt = revokedAt
    }

    /// Whether alarms may travel along it.
    public var isActive: Bool { revokedAt == nil }

    /// Ends it; the first end counts.
    public mutating func revoke(at now: Instant) {
        revokedAt = revokedAt ?? now
    }

    /// The other person, as seen from `person`; nil for a stranger.
    public func partner(of person: PersonID) -> PersonID? {
        if person == inviter.person { return claimer.person }
        return person == claimer.person ? inviter.person : nil
    }
}

/// One direction of a pair: the right to ring `to`, held by `from`, under a name that only `from` knows.
public struct Edge: Hashable, Sendable {
    /// SHA-256 of the partner token; the token itself is not kept.
    public let tokenHash: [UInt8]
    /// The pair.
    public let pair: PairID
    /// Who may ring.
    public let from: PersonID
    /// Whose devices ring.
    public let to: PersonID

    /// Makes an edge.
    public init(tokenHash: [UInt8], pair: PairID, from: PersonID, to: PersonID) {
        self.tokenHash = tokenHash
        self.pair = pair
        self.from = from
        self.to = to
    }
}
