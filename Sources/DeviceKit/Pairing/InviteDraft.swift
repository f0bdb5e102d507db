import AlarmCore
import AlarmWire
import Sealing

/// An inviter's key and greeting, before the relay has given the invite a locator (PA1 section 4, step 1).
struct InviteDraft: Sendable {
    let key: X25519.PrivateKey
    let secret: PairingSecret
    let request: CreateInvite
    private let relay: Origin

    /// Draws a key and makes the request.
    init(
        name: String,
        relay: Origin,
        ttl: Span,
        purpose: Invite.Purpose = .partner,
        circle: CircleID? = nil,
        role: Role? = nil
    ) throws(DeviceError) {
        (key, secret, request) = try DeviceError.mapping {
            let key = try X25519.PrivateKey()
            let secret = try PairingSecret(fingerprintOf: key.publicKey)
            let keys = try InviteKeys(secret)
            let hello = Hello(publicKey: key.publicKey.bytes, name: name, relay: relay, purpose: purpose, role: role)
            let request = CreateInvite(
                purpose: purpose,
                circle: circle,
                role: role,
                ttl: ttl,
                verifier: keys.verifier,
                hello: try SealedText(sealing: hello.wire, with: keys.hello)
            )
            return (key, secret, request)
        }
        self.relay = relay
    }

    /// The pairing in progress, once the relay has given it an identifier and a locator.
    func pairing(_ created: InviteCreated) throws(DeviceError) -> InviterPairing {
        guard let code = PairingCode(locator: created.locator, secret: secret.symbols) else {
            throw .protocolViolation("the locator is none")
        }
        return InviterPairing(
            inviteID: created.inviteID,
            code: code,
            relay: relay,
            expiresAt: created.expiresAt,
            purpose: request.purpose,
            circle: request.circle,
            key: key
        )
    }
}
