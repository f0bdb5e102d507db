/// A one-time code on its way to becoming a pair, or one more device of a person (PA1 section 4).
///
/// Each arrow of `open → claimed → answered → confirmed → active` is one call here, made inside one transaction. The
/// relay sees neither the code's secret nor the keys derived from it: it holds opaque texts and passes them on.
public struct Invite: Hashable, Sendable {
    /// A state of an invite.
    public enum State: String, CaseIterable, Hashable, Sendable, Codable {
        case open, claimed, answered, confirmed, active
        case expired, burned, contested, cancelled

        /// Whether the invite can still become active.
        public var isLive: Bool {
            switch self {
            case .open, .claimed, .answered, .confirmed: true
            case .active, .expired, .burned, .contested, .cancelled: false
            }
        }
    }

    /// The purpose of an invite: what its claimer joins.
    public enum Purpose: String, CaseIterable, Hashable, Sendable, Codable {
        /// A pair with the inviter: each may ring the other.
        case partner
        /// The inviter's own devices: both devices belong to the same person from then on.
        case device
        /// A family of the inviter's, as parent or as child.
        case family
        /// The care circle whose dweller the inviter is.
        case care

        /// The kind of circle that the claimer joins; nil for a purpose without roles.
        public var circleKind: Circle.Kind? {
            switch self {
            case .partner, .device: nil
            case .family: .family
            case .care: .care
            }
        }
    }

    /// The number of wrong claims that burns an invite.
    ///
    /// 5.
    public static let wrongClaimsAllowed = 5
    /// The allowed lifetimes of an invite.
    ///
    /// 60 s to 24 h, 10 min by default.
    public static let ttlRange = Span.seconds(60)...Span.hours(24)
    /// The allowed lifetimes of an invite to a care circle, which may travel by text message or e-mail: up to 7 days.
    ///
    /// The claimer's digits still have to be typed by the dweller.
    public static let careTTLRange = Span.seconds(60)...Span.days(7)

    /// The allowed lifetimes of an invite for `purpose`.
    public static func ttlRange(for purpose: Purpose) -> ClosedRange<Span> {
        purpose == .care ? careTTLRange : ttlRange
    }
    /// The most parcels that an inviter may hand over to another device of its own.
    ///
    /// 16, of some 5 KiB each: enough for all pairs, and too little to use as storage.
    public static let parcelsAllowed = 16
    /// How long a locator is not reused after its invite has ended.
    ///
    /// 24 h.
    public static let locatorRest = Span.hours(24)

    /// Identifier.
    public let id: InviteID
    /// The code's first five symbols; public.
    public let locator: String
    /// The purpose.
    public let purpose: Purpose
    /// The circle that the claimer joins, where the purpose is one.
    public let circle: CircleID?
    /// The claimer's role in the circle.
    public let role: Role?
    /// The device that shows the code.
    public let inviter: DeviceID
    /// SHA-256 of the claim proof.
    public let verifier: [UInt8]
    /// The inviter's sealed greeting; empty once the invite has ended.
    public private(set) var hello: String
    /// The time at which the invite expires.
    public let expiresAt: Instant
    /// The state.
    public private(set) var state: State
    /// The number of claims with a wrong proof.
    public private(set) var wrongClaims: Int
    /// The device that claimed the invite.
    public private(set) var claimer: DeviceID?
    /// The claimer's ephemeral public key.
    public private(set) var answerKey: String?
    /// The claimer's sealed answer.
    public private(set) var answerBox: String?
    /// The inviter's sealed confirmation.
    public private(set) var confirmBox: String?
    /// The sealed parcels that the inviter hands over to another device of its own; deleted when the invite ends.
    public private(set) var parcels: [String]
    /// The pair that the invite became.
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

    /// Expires a live invite whose time is over.
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

    /// Records a claim whose proof was right.
    ///
    /// A repeat by the same device is a retry after a lost reply and changes nothing. A claim by another device with
    /// the right secret means that two people saw the code: the invite ends, and its inviter is told.
    ///
    /// - Throws: ``InviteError/over`` when it cannot be claimed any more, ``InviteError/contested`` when this claim
    ///   ended it, ``InviteError/own`` when the inviter claims its own invite.
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

    /// Records the claimer's public key and sealed answer.
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

    /// Adds one sealed parcel, made after the inviter's user typed the claimer's digits.
    ///
    /// - Throws: ``InviteError/outOfTurn`` for an invite that makes a pair, before the answer, and after the
    ///   confirmation; ``InviteError/full`` for one parcel more than ``parcelsAllowed``.
    public mutating func handOver(by device: DeviceID, parcel: String, at now: Instant) throws(InviteError) {
        try require(device == inviter, at: now)
        guard !parcels.contains(parcel) else { return }
        guard purpose == .device, state == .answered else { throw .outOfTurn }
        guard parcels.count < Self.parcelsAllowed else { throw .full }
        parcels.append(parcel)
    }

    /// Records the inviter's sealed confirmation, made after its user typed the claimer's digits.
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

    /// Activates the invite: the claimer has opened the confirmation.
    ///
    /// - Parameters:
    ///   - device: the acknowledging device.
    ///   - pair: the identifier of the new pair; nil for an invite that makes none.
    ///   - now: the present.
    /// - Throws: ``InviteError/over`` for any device but its claimer and after its end, ``InviteError/outOfTurn``
    ///   before the confirmation, and for a pair where none is to be made.
    public mutating func acknowledge(by device: DeviceID, pair: PairID?, at now: Instant) throws(InviteError) {
        try require(device == claimer, at: now)
        guard state == .confirmed, (pair != nil) == (purpose == .partner) else { throw .outOfTurn }
        self.pair = pair
        end(as: .active)
    }

    /// Cancels the invite; either side may, until it is active.
    public mutating func cancel(by device: DeviceID, at now: Instant) throws(InviteError) {
        expire(at: now)
        guard device == inviter || device == claimer else { throw .over }
        guard state != .active else { throw .outOfTurn }
        if state.isLive { end(as: .cancelled) }
    }

    /// Deletes what the two sides told each other, since nobody needs it any more.
    private mutating func end(as end: State) {
        state = end
        hello = ""
        answerKey = nil
        answerBox = nil
        confirmBox = nil
        parcels = []
    }

    private mutating func require(_ isParty: Bool, at now: Instant) throws(InviteError) {
        expire(at: now)
        guard isParty, state.isLive else { throw .over }
    }
}

/// Why an invite refuses a step.
public enum InviteError: Error, Hashable, Sendable {
    /// Unknown, expired, burned, contested, cancelled, used, or another caller's: the caller is not told which.
    case over
    /// A second device claimed with the right secret.
    case contested
    /// The step before has not been taken, or this one was taken with other content.
    case outOfTurn
    /// A device cannot pair with itself.
    case own
    /// The most parcels allowed were handed over.
    case full
}
