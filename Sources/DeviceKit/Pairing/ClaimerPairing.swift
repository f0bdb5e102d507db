public import AlarmCore
import AlarmWire
import Sealing

/// A pairing in progress on the side that enters the code; PA1 calls it B.
///
/// A value without a network, like ``InviterPairing``.
public struct ClaimerPairing: Sendable {
    /// The invite.
    public let inviteID: InviteID
    /// The inviter's own name; to be shown with the question whether they may ring this phone, or whether it may ring
    /// for them.
    public let partnerName: String
    /// The purpose of the code.
    public let purpose: Invite.Purpose
    /// This user's role in the circle, where it is for one with roles.
    public let role: Role?
    /// The time at which the code expires.
    public let expiresAt: Instant

    let code: PairingCode
    let relay: Origin
    let inviterKey: X25519.PublicKey
    /// This side's key, drawn when the user has agreed.
    var key: X25519.PrivateKey?
    /// This side's answer, made once: a retry has to be the same text.
    var answer: AnswerInvite?
    /// Whether the inviter's confirmation was opened.
    var isConfirmed = false
    /// The pairs that another device of the same person has handed over.
    var handedOver: [KnownPair] = []
    /// The circles, with the person's keys, that it has handed over.
    var handedCircles: [KnownCircle] = []
    /// This side's member key, drawn with the answer, for joining a circle.
    var memberKey: X25519.PrivateKey?
    /// The inviter's introduction to the circle, with the keys of its people.
    var introduction: IntroducedKeys?

    init(
        inviteID: InviteID,
        partnerName: String,
        purpose: Invite.Purpose = .partner,
        role: Role? = nil,
        expiresAt: Instant,
        code: PairingCode,
        relay: Origin,
        inviterKey: X25519.PublicKey
    ) {
        self.inviteID = inviteID
        self.partnerName = partnerName
        self.purpose = purpose
        self.role = role
        self.expiresAt = expiresAt
        self.code = code
        self.relay = relay
        self.inviterKey = inviterKey
    }

    /// Opens the inviter's greeting and checks that it matches the code (PA1 section 4, step 2).
    ///
    /// - Throws: ``PairingError/greetingUnreadable``, ``PairingError/otherKey``,
    ///   ``PairingError/greetingFromOtherRelay(_:)`` or ``PairingError/purposeChanged``.
    init(code: PairingCode, relay: Origin, claimed: InviteClaimed) throws(PairingError) {
        let hello: Hello
        let inviterKey: X25519.PublicKey
        do {
            let secret = try PairingSecret(symbols: code.secret)
            guard let opened = claimed.hello.open(with: try InviteKeys(secret).hello, as: Hello.self) else {
                throw PairingError.greetingUnreadable
            }
            hello = opened
            inviterKey = try X25519.PublicKey(bytes: hello.publicKey)
            guard try secret.isFingerprint(of: inviterKey) else { throw PairingError.otherKey }
        } catch let error as SealingError {
            throw PairingError(error)
        } catch let error as PairingError {
            throw error
        } catch {
            throw .greetingUnreadable
        }
        guard hello.relay == relay else { throw .greetingFromOtherRelay(hello.relay) }
        guard hello.purpose == claimed.purpose, hello.role == claimed.role else { throw .purposeChanged }
        self.init(
            inviteID: claimed.inviteID,
            partnerName: hello.name,
            purpose: hello.purpose,
            role: hello.role,
            expiresAt: claimed.expiresAt,
            code: code,
            relay: relay,
            inviterKey: inviterKey
        )
    }

    /// The six digits to show, once the user has agreed.
    public var digits: String? {
        key.flatMap { try? agreement(with: $0).digits }
    }

    /// Draws a key and makes the answer, for a user who has agreed (PA1 section 4, step 3).
    ///
    /// - Returns: the answer to send; the same text for every call.
    mutating func accept(name: String) throws(PairingError) -> AnswerInvite {
        if let answer { return answer }
        let key: X25519.PrivateKey
        let memberKey: X25519.PrivateKey?
        do {
            key = try X25519.PrivateKey()
            memberKey = try purpose.circleKind == nil ? nil : X25519.PrivateKey()
        } catch {
            throw PairingError(error)
        }
        let agreement = try agreement(with: key)
        let box = try SealedText(
            confirming: .claimer(name: name, memberKey: memberKey?.publicKey.bytes),
            with: agreement.confirmation(from: .claimer)
        )
        let answer = AnswerInvite(publicKey: key.publicKey.bytes, box: box)
        self.key = key
        self.memberKey = memberKey
        self.answer = answer
        return answer
    }

    /// Opens the inviter's confirmation, and the parcels for another device of its own (PA1 section 4, step 5).
    ///
    /// - Throws: ``PairingError/confirmationUnreadable`` when any part was not made by this agreement, or is missing.
    mutating func take(confirmation box: SealedText, parcels: [SealedText] = []) throws(PairingError) {
        guard let key else { throw .outOfTurn }
        let agreement = try agreement(with: key)
        guard
            case .inviter(let count, let introduction)? = box.open(
                with: agreement.confirmation(from: .inviter),
                as: ConfirmBox.self,
                limit: SealedText.parcelLimit
            ),
            (count != nil) == (purpose == .device),
            let contents = LinkParcel.unpack(parcels, count: count ?? 0, with: agreement.link)
        else { throw .confirmationUnreadable }
        handedOver = contents.pairs
        handedCircles = contents.circles
        self.introduction = purpose.circleKind == nil ? nil : introduction
        isConfirmed = true
    }

    /// The pair that this pairing has become.
    ///
    /// - Throws: ``PairingError/outOfTurn`` when the relay reports it before a confirmation was opened.
    func pair(_ id: PairID, partnerToken: PartnerToken, at now: Instant) throws(PairingError) -> KnownPair {
        guard let key, isConfirmed, purpose == .partner else { throw .outOfTurn }
        let keys = try agreement(with: key).keys
        return KnownPair(id: id, partnerName: partnerName, since: now, keys: keys, partnerToken: partnerToken)
    }

    /// The pairs that this device got as one more of the inviter's person.
    ///
    /// - Throws: ``PairingError/outOfTurn`` when the relay reports it before a confirmation was opened.
    func joined() throws(PairingError) -> [KnownPair] {
        guard isConfirmed, purpose == .device else { throw .outOfTurn }
        return handedOver
    }

    /// The circle that this device's person has joined, with the relay's identifier `person` for them.
    ///
    /// - Throws: ``PairingError/outOfTurn`` when the relay reports it before a confirmation was opened.
    func joined(
        _ circle: CircleID,
        as role: Role,
        person: PersonID,
        at now: Instant
    ) throws(PairingError) -> KnownCircle {
        guard isConfirmed, purpose.circleKind != nil, role == self.role, let memberKey else { throw .outOfTurn }
        var known = KnownCircle(id: circle, person: person, key: memberKey, since: now)
        if let introduction { _ = known.take(introduction, at: relay, now: now) }
        return known
    }

    private func agreement(with key: X25519.PrivateKey) throws(PairingError) -> PairAgreement {
        do {
            return try PairAgreement(
                side: .claimer,
                ownKey: key,
                transcript: PairingTranscript(
                    origin: relay.text,
                    inviteID: inviteID,
                    locator: code.locator,
                    inviterKey: inviterKey,
                    claimerKey: key.publicKey,
                    purpose: purpose
                ),
                secret: try PairingSecret(symbols: code.secret)
            )
        } catch {
            throw PairingError(error)
        }
    }
}

extension ClaimerPairing: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The invite and the partner's name, no secrets.
    public var description: String { "claim of invite \(inviteID) by \(partnerName.debugDescription)" }

    /// The invite and the partner's name, no secrets.
    public var debugDescription: String { description }

    /// A mirror without secrets.
    public var customMirror: Mirror { Mirror(self, children: ["inviteID": inviteID]) }
}
