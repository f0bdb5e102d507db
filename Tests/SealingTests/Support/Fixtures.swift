import AlarmCore
import Sealing
import Testing

/// Two sides of one pairing, agreed over PA1's known keys.
struct PairFixture {
    let transcript: PairingTranscript
    let secret: PairingSecret
    let inviter: PairAgreement
    let claimer: PairAgreement

    init() throws {
        let vectors = try Vectors.load()
        let inviterKey = try X25519.PrivateKey(secret: SecretBytes(vectors.code.bytes("skA")))
        let claimerKey = try X25519.PrivateKey(secret: SecretBytes(vectors.pairing.bytes("skB")))
        transcript = try PairingTranscript(
            origin: vectors.pairing.text("origin"),
            inviteID: #require(InviteID(bytes: vectors.pairing.bytes("inviteId"))),
            locator: vectors.code.text("locator"),
            inviterKey: inviterKey.publicKey,
            claimerKey: claimerKey.publicKey
        )
        secret = try PairingSecret(fingerprintOf: inviterKey.publicKey)
        inviter = try PairAgreement(side: .inviter, ownKey: inviterKey, transcript: transcript, secret: secret)
        claimer = try PairAgreement(side: .claimer, ownKey: claimerKey, transcript: transcript, secret: secret)
    }
}

/// A key whose bytes are all `byte`.
func testKey(_ byte: UInt8) throws -> SymmetricKey {
    try SymmetricKey(bytes: [UInt8](repeating: byte, count: SymmetricKey.byteCount))
}
