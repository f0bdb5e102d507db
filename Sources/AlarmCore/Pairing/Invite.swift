/// A one-time code on its way to becoming a pair, or one more device of a person (PA1 section 4).
///
/// Each arrow of `open → claimed → answered → confirmed → active` is one call here, made inside one transaction. The relay
/// sees neither the code's secret nor the keys that grow from it: what it holds are opaque texts that it passes on.
public struct Invite: Hashable, Sendable {
    /// Where an invite stands.
    public enum State: String, CaseIterable, Hashable, Sendable, Codable {
        case open, claimed, answered, confirmed, active
        case expired, burned, contested, cancelled

        /// Whether it can still become active.
        public var isLive: Bool {
            switch self {
            case .open, .claimed, .answered, .confirmed: true
            case .active, .expired, .burned, .contested, .cancelled: false
            }
        }
    }

    /// What an invite lets its claimer join.
    public enum Purpose: String, CaseIterable, Hashable, Sendable, Codable {
        /// A pair with the inviter: each may ring the other.
        case partner
        /// The inviter's own devices: both are the same person's from then on.
        case device
        /// A family of the inviter's, as parent or as child.
        case family
        /// The care circle whose dweller the inviter is.
        case care

        /// The kind of circle that is joined, where it is one with roles.
        public var circleKind: Circle.Kind? {
            switch self {
            case .partner, .device: nil
            case .family: .family
            case .care: .care
            }
        }
    }

    /// How many wrong claims burn an invite.
    ///
    /// 5.
    public static let wrongClaimsAllowed = 5
    /// How long an invite lives.
    ///
    /// 60 s to 24 h, 10 min unless asked otherwise.
    public static let lifetimes = Span.seconds(60)...Span.hours(24)
    /// How many parcels an inviter may hand over to another device of its own.
    ///
    /// 16, of some 5 KiB each: pairs enough, and no place to store things.
    public static let parcelsAllowed = 16
    /// How long a locator stays unused after its invite has ended.
    ///
    /// 24 h.
    public static let locatorRest = Span.hours(24)

    /// Its name.
    public let id: InviteID
    /// The code's first five symbols; public.
    public let locator: String
    /// What it lets its claimer join.
    public let purpose: Purpose
    /// The circle that its claimer joins, where the purpose is one.
    public let circle: CircleID?
    /// What its claimer will be there.
    public let role: Role?
    /// The device that shows the code.
    public let inviter: DeviceID
    /// SHA-256 of the claim proof.
    public let verifier: [UInt8]
    /// The inviter's sealed greeting.
    public let hello: String
    /// From when on it is worthless.
    public let expiresAt: Instant
    /// Where it stands.
    public private(set) var state: State
    /// How many claims with a wrong proof were made.
    public private(set) var wrongClaims: Int
    /// The device that claimed it.
    public private(set) var claimer: DeviceID?
    /// The claimer's ephemeral public key.
    public private(set) var answerKey: String?
    /// The claimer's sealed answer.
    public private(set) var answerBox: String?
    /// The inviter's sealed confirmation.
    public private(set) var confirmBox: String?
    /// What the inviter hands over to another device of its own, sealed; gone as soon as the invite has ended.
    public private(set) var parcels: [String]
    /// The pair that it became.
    public private(set) var pair: PairID?

    /// Restores an invite, or makes an open one.
    public init(
        id: InviteID,
        locator: String,
        purpose: Purpose,
        circle: CircleID? = nil,
        role: Role? = nil,
        inviter: DeviceID,
        verifier: [UInt8],
        hello: String,
        expiresAt: Instant,
        state: State = .open,
        wrongClaims: Int = 0,
        claimer: DeviceID? = nil,
        answerKey: String? = nil,
        answerBox: String? = nil,
        confirmBox: String? = nil,
        parcels: [String] = [],
        pair: PairID? = nil
    ) {
        self.id = id
        self.locator = locator
        self.purpose = purpose
        self.circle = circle
        self.role = role
        self.inviter = inviter
        self.verifier = verifier
        self.hello = hello
        self.expiresAt = expiresAt
        self.state = state
        self.wrongClaims = wrongClaims
        self.claimer = claimer
        self.answerKey = answerKey
        self.answerBox = answerBox
        self.confirmBox = confirmBox
        self.parcels = parcels
        self.pair = pair
    }

    /// Turns an invite whose time is over into an expired one.
    public mutating func expire(at now: Instant) {
        if state.isLive, now >= expiresAt { end(as: .expired) }
    }

    /// Counts a claim whose proof was wrong; the fifth burns the invite.
    public mutating func countWrongClaim(at now: Instant) {
        expire(at: now)
        guard state.isLive else { return }
        wrongClaims += 1
        if wrongClaims >= Self.wrongClaimsAllowed { end(as: .burned) }
    }

    /// Takes a claim whose proof was right.
    ///
    /// A repeat by the same device is the answer to a lost reply and changes nothing. Another device with the right secret
    /// means that the code was seen by two: the invite dies, and its inviter is told.
    ///
    /// - Throws: ``InviteError/over`` when it cannot be claimed any more, ``InviteError/contested`` when it died now,
    ///   ``InviteError/own`` when the inviter claims its own invite.
    public mutating func claim(by device: DeviceID, at now: Instant) throws(InviteError) {
        expire(at: now)
        guard state.isLive else { throw .over }
        guard device != inviter else { throw .own }
        guard let claimer else {
            claimer = device
            state = .claimed
            return
        }
        guard claimer == device else {
            end(as: .contested)
            throw .contested
        }
    }

    /// Takes the claimer's public key and sealed answer.
    public mutating func answer(by device: DeviceID, key: String, box: String, at now: Instant) throws(InviteError) {
        try require(device == claimer, at: now)
        switch state {
        case .claimed:
            answerKey = key
            answerBox = box
            state = .answered
        default:
            guard answerKey == key, answerBox == box else { throw .outOfTurn }
        }
    }

    /// Takes one sealed parcel of what the inviter hands over, made after its user typed the claimer's digits.
    ///
    /// - Throws: ``InviteError/outOfTurn`` for an invite that makes a pair, before the answer, and after the confirmation;
    ///   ``InviteError/full`` for one parcel more than ``parcelsAllowed``.
    public mutating func handOver(by device: DeviceID, parcel: String, at now: Instant) throws(InviteError) {
        try require(device == inviter, at: now)
        guard !parcels.contains(parcel) else { return }
        guard purpose == .device, state == .answered else { throw .outOfTurn }
        guard parcels.count < Self.parcelsAllowed else { throw .full }
        parcels.append(parcel)
    }

    /// Takes the inviter's sealed confirmation, made after its user typed the claimer's digits.
    public mutating func confirm(by device: DeviceID, box: String, at now: Instant) throws(InviteError) {
        try require(device == inviter, at: now)
        switch state {
        case .answered:
            confirmBox = box
            state = .confirmed
        default:
            guard confirmBox == box else { throw .outOfTurn }
        }
    }

    /// Makes the invite what it is for: the claimer has opened the confirmation.
    ///
    /// - Parameters:
    ///   - device: who says so.
    ///   - pair: the pair's name; nil for an invite that makes none.
    ///   - now: the present.
    /// - Throws: ``InviteError/over`` for anybody but its claimer and after its end, ``InviteError/outOfTurn`` before the
    ///   confirmation, and for a pair where none is to be made.
    public mutating func acknowledge(by device: DeviceID, pair: PairID?, at now: Instant) throws(InviteError) {
        try require(device == claimer, at: now)
        guard state == .confirmed, (pair != nil) == (purpose == .partner) else { throw .outOfTurn }
        self.pair = pair
        end(as: .active)
    }

    /// Takes the invite back; either side may, until it is active.
    public mutating func cancel(by device: DeviceID, at now: Instant) throws(InviteError) {
        expire(at: now)
        guard device == inviter || device == claimer else { throw .over }
        guard state != .active else { throw .outOfTurn }
        if state.isLive { end(as: .cancelled) }
    }

    /// Keys that were handed over are kept no longer than they are needed.
    private mutating func end(as end: State) {
        state = end
        parcels = []
    }

    private mutating func require(_ isParty: Bool, at now: Instant) throws(InviteError) {
        expire(at: now)
        guard isParty, state.isLive else { throw .over }
    }
}

/// Why an invite refuses a step.
public enum InviteError: Error, Hashable, Sendable {
    /// Unknown, expired, burned, contested, cancelled, used, or not the caller's: all one to the outside.
    case over
    /// A second device claimed with the right secret.
    case contested
    /// The step before has not been taken, or this one was taken with other content.
    case outOfTurn
    /// A device cannot pair with itself.
    case own
    /// As many parcels as are allowed were handed over.
    case full
}
