import AlarmCore
import Sealing
import Testing

@Suite("A pairing that somebody interferes with does not agree")
struct PairingTests {
    @Test(
        "Any change of the transcript changes the digits and the keys",
        arguments: ["origin", "inviteID", "locator", "inviterKey", "claimerKey", "secret"]
    )
    func interference(field: String) throws {
        let pair = try PairFixture()
        let own = try X25519.PrivateKey(secret: SecretBytes(Vectors.load().pairing.bytes("skB")))
        let stranger = try X25519.PrivateKey()
        var transcript = pair.transcript
        var secret = pair.secret
        var key = own
        switch field {
        case "origin": transcript.origin = "https://relay.example.com"
        case "inviteID": transcript.inviteID = InviteID(high: 1, low: 2)
        case "locator": transcript.locator = "7K3QE"
        case "inviterKey": transcript.inviterKey = stranger.publicKey
        case "claimerKey":
            transcript.claimerKey = stranger.publicKey
            key = stranger
        default: secret = try PairingSecret(fingerprintOf: stranger.publicKey)
        }
        let changed = try PairAgreement(side: .claimer, ownKey: key, transcript: transcript, secret: secret)
        #expect(changed.inviterConfirmation != pair.inviter.inviterConfirmation)
        #expect(changed.claimerConfirmation != pair.inviter.claimerConfirmation)
        #expect(changed.digits != pair.inviter.digits)
        #expect(try changed.keys.sending().keyID != pair.claimer.keys.sending().keyID)
    }

    @Test("A key of small order is refused on both sides")
    func smallOrder() throws {
        var transcript = try PairFixture().transcript
        transcript.inviterKey = try X25519.PublicKey(bytes: [UInt8](repeating: 0, count: 32))
        let own = try X25519.PrivateKey()
        transcript.claimerKey = own.publicKey
        let secret = try PairingSecret(fingerprintOf: transcript.inviterKey)
        #expect(throws: SealingError.noSharedSecret) {
            try PairAgreement(side: .claimer, ownKey: own, transcript: transcript, secret: secret)
        }
    }

    @Test("A transcript that holds another key than the caller's is refused")
    func foreignKey() throws {
        let pair = try PairFixture()
        let stranger = try X25519.PrivateKey()
        #expect(throws: SealingError.malformedKey("the transcript holds another key for this side")) {
            try PairAgreement(side: .inviter, ownKey: stranger, transcript: pair.transcript, secret: pair.secret)
        }
    }

    @Test("An origin too long for its length field is an error, not a trap")
    func longOrigin() throws {
        var transcript = try PairFixture().transcript
        transcript.origin = String(repeating: "x", count: 65_535)
        #expect(try transcript.hash().count == 32)
        transcript.origin += "x"
        #expect(throws: SealingError.tooLong("a length-prefixed field", limit: 65_535)) { try transcript.hash() }
    }

    @Test("A secret is the fingerprint of one key only")
    func fingerprint() throws {
        let pair = try PairFixture()
        #expect(try pair.secret.isFingerprint(of: pair.transcript.inviterKey))
        #expect(try !pair.secret.isFingerprint(of: pair.transcript.claimerKey))
    }

    @Test(
        "Only 14 canonical symbols are a secret",
        arguments: [
            "", "45M15Y0DRYD34", "45M15Y0DRYD34KM", "45m15y0dryd34k", "45M15Y0DRYD34U", "45M15Y0DRYD3-K",
            "45M15Y0DRYD34É",
        ]
    )
    func malformedSecret(symbols: String) {
        #expect(throws: SealingError.malformedPairingSecret) { try PairingSecret(symbols: symbols) }
    }

    @Test("The secret of a code is taken up as it was shown")
    func symbols() throws {
        let secret = try PairFixture().secret
        #expect(try PairingSecret(symbols: secret.symbols) == secret)
    }
}
