public import AlarmCore
import AlarmWire
import Sealing

/// A pairing in progress on the side that enters the code; PA1 calls it B.
///
/// A value without a network, like ``InviterPairing``.
public struct ClaimerPairing: Sendable {
    /// The invite.
    public let inviteID: InviteID
    /// Who invites, as they call themselves; to be shown with the question whether they may ring this phone.
    public let partnerName: String
    /// From when on the code is worthless.
    public let expiresAt: Instant

    let code: PairingCode
    let relay: Origin
    let inviterKey: X25519.PublicKey
    /// Our key, drawn when the user has agreed.
    var key: X25519.PrivateKey?
    /// Our answer, made once: a repeat has to be the same text.
    var answer: AnswerInvite?
    /// Whether the inviter's confirmation was opened.
    var isConfirmed = false

    init(
        inviteID: InviteID,
        partnerName: String,
        expiresAt: Instant,
        code: PairingCode,
        relay: Origin,
        inviterKey: X25519.PublicKey
    ) {
        self.inviteID = inviteID
        self.partnerName = partnerName
        self.expiresAt = expiresAt
        self.code = code
        self.relay = relay
        self.inviterKey = inviterKey
    }

    /// Opens the inviter's greeting and checks that it is the one that the code stands for (PA1 section 4, step 2).
    ///
    /// - Throws: ``PairingError/greetingUnreadable``, ``PairingError/otherKey`` or
    ///   ``PairingError/greetingFromOtherRelay(_:)``.
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
        self.init(
            inviteID: claimed.inviteID,
            partnerName: hello.name,
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

    /// Draws our key and makes the answer, for a user who has agreed (PA1 section 4, step 3).
    ///
    /// - Returns: what to send; the same text for every call.
    mutating func accept(name: String) throws(PairingError) -> AnswerInvite {
        if let answer { return answer }
        let key: X25519.PrivateKey
        do {
            key = try X25519.PrivateKey()
        } catch {
            throw PairingError(error)
        }
        let agreement = try agreement(with: key)
        let box = try SealedText(confirming: .claimer(name: name), with: agreement.confirmation(from: .claimer))
        let answer = AnswerInvite(publicKey: key.publicKey.bytes, box: box)
        self.key = key
        self.answer = answer
        return answer
    }

    /// Takes the inviter's confirmation (PA1 section 4, step 5).
    ///
    /// - Throws: ``PairingError/confirmationUnreadable`` when it was not made by this agreement.
    mutating func take(confirmation box: SealedText) throws(PairingError) {
        guard let key else { throw .outOfTurn }
        let sealedWith = try agreement(with: key).confirmation(from: .inviter)
        guard case .inviter? = box.open(with: sealedWith, as: ConfirmBox.self) else { throw .confirmationUnreadable }
        isConfirmed = true
    }

    /// The pair that this has become.
    ///
    /// - Throws: ``PairingError/outOfTurn`` when the relay says so before we have opened a confirmation.
    func pair(_ id: PairID, partnerToken: PartnerToken, at now: Instant) throws(PairingError) -> KnownPair {
        guard let key, isConfirmed else { throw .outOfTurn }
        let keys = try agreement(with: key).keys
        return KnownPair(id: id, partnerName: partnerName, since: now, keys: keys, partnerToken: partnerToken)
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
                    claimerKey: key.publicKey
                ),
                secret: try PairingSecret(symbols: code.secret)
            )
        } catch {
            throw PairingError(error)
        }
    }
}
