public import AlarmCore
public import AlarmWire
import Sealing

/// A pairing in progress on the side that shows the code; PA1 calls it A.
///
/// A value without a network: its inputs and outputs are the relay's texts. A text that the relay passes on is trusted
/// only if it opens under the agreed key.
public struct InviterPairing: Sendable {
    /// The number of times that the digits may be typed.
    public static let tries = 3

    /// The invite.
    public let inviteID: InviteID
    /// The code to show; its secret is for the partner only.
    public let code: PairingCode
    /// The relay.
    public let relay: Origin
    /// The time at which the code expires.
    public let expiresAt: Instant
    /// The purpose of the code.
    public let purpose: Invite.Purpose
    /// The circle that the claimer joins, where it is for one.
    public let circle: CircleID?
    /// The person to whom the link was sent; nil for a code that was shown.
    public internal(set) var recipient: InvitationRecipient?
    /// The partner's name, or that of the person's other device, once the answer was opened.
    public internal(set) var partnerName: String?
    /// The number of times that wrong digits were typed.
    public internal(set) var wrongDigits = 0

    /// Whether the claimer's digits were typed here.
    public var isConfirmed: Bool { confirmation != nil }

    let key: X25519.PrivateKey
    /// The claimer's answer, kept so that the relay cannot replace it later.
    var answer: AnswerInvite?
    /// The claimer's public member key, where they join a circle.
    var memberKey: [UInt8]?
    /// This side's confirmation, made once: a retry has to be the same text.
    var confirmation: SealedText?
    /// The parcels for another device of the same person, made with the confirmation.
    var parcels: [SealedText] = []

    init(
        inviteID: InviteID,
        code: PairingCode,
        relay: Origin,
        expiresAt: Instant,
        purpose: Invite.Purpose = .partner,
        circle: CircleID? = nil,
        key: X25519.PrivateKey
    ) {
        self.inviteID = inviteID
        self.code = code
        self.relay = relay
        self.expiresAt = expiresAt
        self.purpose = purpose
        self.circle = circle
        self.key = key
    }

    /// The link to show as a QR symbol or to send.
    public var link: PairingLink { PairingLink(origin: relay, code: code, purpose: purpose) }

    /// Opens the claimer's answer.
    ///
    /// - Returns: the name that the claimer gave.
    /// - Throws: ``PairingError/answerUnreadable`` when it was not made with this code and by this agreement.
    mutating func take(_ given: AnswerInvite) throws(PairingError) -> String {
        if let answer, let partnerName {
            guard answer == given else { throw .answerChanged }
            return partnerName
        }
        let agreement = try agreement(with: given)
        guard
            case .claimer(let name, let memberKey)? = given.box.open(
                with: agreement.confirmation(from: .claimer),
                as: ConfirmBox.self
            )
        else { throw .answerUnreadable }
        answer = given
        partnerName = name
        self.memberKey = purpose.circleKind == nil ? nil : memberKey
        return name
    }

    /// Compares the digits that the user typed with those of the agreement.
    ///
    /// - Parameters:
    ///   - text: the typed text.
    ///   - pairs: the pairs for another device of the same person; sealed into ``parcels``, which are sent first.
    ///   - circles: the circles for that device.
    ///   - introduction: the introduction for a person who joins a circle; nil where this device has no key in it.
    /// - Returns: the confirmation to send when they are right; the same text for every call.
    /// - Throws: ``PairingError/wrongDigits(triesLeft:)``, or ``PairingError/tooManyWrongDigits`` from the third time
    ///   on; ``PairingError/tooManyPairs(limit:)``.
    mutating func confirm(
        typed text: String,
        handingOver pairs: [KnownPair] = [],
        circles: [KnownCircle] = [],
        introducing introduction: IntroducedKeys? = nil
    ) throws(PairingError) -> ConfirmInvite {
        guard let answer else { throw .outOfTurn }
        guard wrongDigits < Self.tries else { throw .tooManyWrongDigits }
        let agreement = try agreement(with: answer)
        let typed = text.filter { !$0.isWhitespace && $0 != "-" }
        guard ConstantTime.equal(Array(typed.utf8), Array(agreement.digits.utf8)) else {
            wrongDigits += 1
            let left = Self.tries - wrongDigits
            throw left > 0 ? .wrongDigits(triesLeft: left) : .tooManyWrongDigits
        }
        if let confirmation { return ConfirmInvite(box: confirmation) }
        var contents: [LinkParcel] = []
        if purpose == .device { contents = try LinkParcel.pack(pairs, circles: circles) }
        let box = try SealedText(
            confirming: .inviter(
                parcels: purpose == .device ? contents.count : nil,
                introduction: purpose.circleKind == nil ? nil : introduction
            ),
            with: agreement.confirmation(from: .inviter)
        )
        parcels = try contents.map { (parcel) throws(PairingError) in try parcel.sealed(with: agreement.link) }
        confirmation = box
        return ConfirmInvite(box: box)
    }

    /// The pair that this pairing has become.
    ///
    /// - Throws: ``PairingError/outOfTurn`` when the relay reports it before the user has typed the digits.
    func pair(_ id: PairID, partnerToken: PartnerToken, at now: Instant) throws(PairingError) -> KnownPair {
        guard let answer, let partnerName, confirmation != nil, purpose == .partner else { throw .outOfTurn }
        let keys = try agreement(with: answer).keys
        return KnownPair(id: id, partnerName: partnerName, since: now, keys: keys, partnerToken: partnerToken)
    }

    /// The device that was linked.
    ///
    /// - Throws: ``PairingError/outOfTurn`` when the relay reports it before the user has typed the digits.
    func linked(_ id: DeviceID, at now: Instant) throws(PairingError) -> LinkedDevice {
        guard let partnerName, confirmation != nil, purpose == .device else { throw .outOfTurn }
        return LinkedDevice(id: id, name: partnerName, since: now)
    }

    /// The member key of `person`, who was admitted to a circle; nil where they have none.
    ///
    /// - Throws: ``PairingError/outOfTurn`` when the relay reports it before the user has typed the digits, or names
    ///   another circle.
    func admitted(_ person: PersonID, to circle: CircleID, at now: Instant) throws(PairingError) -> MemberKey? {
        guard confirmation != nil, purpose.circleKind != nil, circle == self.circle else { throw .outOfTurn }
        return memberKey.map { MemberKey(person: person, publicKey: $0, since: now) }
    }

    private func agreement(with answer: AnswerInvite) throws(PairingError) -> PairAgreement {
        do {
            return try PairAgreement(
                side: .inviter,
                ownKey: key,
                transcript: PairingTranscript(
                    origin: relay.text,
                    inviteID: inviteID,
                    locator: code.locator,
                    inviterKey: key.publicKey,
                    claimerKey: try X25519.PublicKey(bytes: answer.publicKey),
                    purpose: purpose
                ),
                secret: try PairingSecret(symbols: code.secret)
            )
        } catch {
            throw PairingError(error)
        }
    }
}

extension SealedText {
    /// Seals a side's proof that it has the agreed key.
    init(confirming box: ConfirmBox, with key: SymmetricKey) throws(PairingError) {
        do {
            try self.init(sealing: box.wire, with: key)
        } catch .sealing(let error) {
            throw PairingError(error)
        } catch {
            throw .outOfTurn
        }
    }
}

extension InviterPairing: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The invite and its locator, no secrets.
    public var description: String { "invite \(inviteID), code \(code)" }

    /// The invite and its locator, no secrets.
    public var debugDescription: String { description }

    /// A mirror without secrets.
    public var customMirror: Mirror { Mirror(self, children: ["inviteID": inviteID]) }
}
