@_spi(Testing) import Sealing
import Testing

@Suite("Every derivation of PA1 gives its known answer")
struct PA1KnownAnswerTests {
    private let vectors: Vectors

    init() throws {
        vectors = try Vectors.load()
    }

    @Test("The code's secret is the fingerprint of the inviter's key, and proves the claim")
    func code() throws {
        let key = try X25519.PrivateKey(secret: SecretBytes(vectors.code.bytes("skA")))
        #expect(try key.publicKey.bytes == vectors.code.bytes("pkA"))

        let secret = try PairingSecret(fingerprintOf: key.publicKey)
        let typed = try vectors.code.text("code").filter { $0 != "-" }
        #expect(secret.symbols == String(typed.dropFirst(5).dropLast()))

        let keys = try InviteKeys(secret)
        #expect(try keys.claimAuth == vectors.code.bytes("claimAuth"))
        #expect(try keys.verifier == vectors.code.bytes("verifier"))
        #expect(try InviteKeys.verifier(of: keys.claimAuth) == keys.verifier)
        #expect(try keys.hello == vectors.code.key("K_hello"))
    }

    @Test("Both sides agree on the transcript, the confirmations, the digits and the message keys")
    func pairing() throws {
        let pair = try PairFixture()
        #expect(try pair.transcript.hash() == vectors.pairing.bytes("th"))

        let own = try X25519.PrivateKey(secret: SecretBytes(vectors.pairing.bytes("skB")))
        #expect(try own.publicKey.bytes == vectors.pairing.bytes("pkB"))
        let shared = try own.sharedSecret(with: pair.transcript.inviterKey)
        #expect(try shared == SecretBytes(vectors.pairing.bytes("ss")))

        for agreement in [pair.inviter, pair.claimer] {
            #expect(try agreement.confirmation(from: .inviter) == vectors.pairing.key("confirm A"))
            #expect(try agreement.confirmation(from: .claimer) == vectors.pairing.key("confirm B"))
            #expect(try agreement.digits == vectors.pairing.text("sas"))
        }
        let fromInviter = try pair.inviter.keys.sending()
        #expect(try fromInviter.key == vectors.pairing.key("msg A>B 0"))
        #expect(try fromInviter.keyID == vectors.pairing.text("kid A>B 0"))
        #expect(try pair.claimer.keys.receiving(keyID: fromInviter.keyID) == fromInviter)
        let fromClaimer = try pair.claimer.keys.sending()
        #expect(try fromClaimer.key == vectors.pairing.key("msg B>A 0"))
        #expect(try fromClaimer.keyID == vectors.pairing.text("kid B>A 0"))
        #expect(try pair.inviter.keys.receiving(keyID: fromClaimer.keyID) == fromClaimer)
    }

    @Test("Later generations follow from the root and the transcript", arguments: [1, 8, 9])
    func rotation(generation: Int) throws {
        let answers = try Vectors.rotation()
        let pair = try PairFixture()
        var (inviter, claimer) = (pair.inviter.keys, pair.claimer.keys)
        for _ in 0..<generation {
            try inviter.rotate()
            try claimer.rotate()
        }
        #expect(try inviter.sending().key == answers.key("msg A>B \(generation)"))
        #expect(try inviter.sending().keyID == answers.text("kid A>B \(generation)"))
        #expect(try claimer.sending().key == answers.key("msg B>A \(generation)"))
        #expect(try claimer.sending().keyID == answers.text("kid B>A \(generation)"))
    }

    @Test("The sealed message is the known JWE, and the other side opens it")
    func sealedMessage() throws {
        let pair = try PairFixture()
        let plaintext = try Array(vectors.sealedMessage.text("plaintext").utf8)
        let key = try pair.inviter.keys.sending()
        let sealed = try CompactJWE.seal(
            plaintext,
            with: key.key,
            keyID: key.keyID,
            iv: vectors.sealedMessage.bytes("iv")
        )
        #expect(try sealed == vectors.sealedMessage.text("jwe"))

        let trimmed = try vectors.sealedMessage.text("plaintext").split(separator: "}")[0] + "}"
        #expect(try PaddedMessage.pad(Array(trimmed.utf8)) == plaintext)

        var receiver = pair.claimer.keys
        let opened = try receiver.open(CompactJWE(parsing: sealed, limit: 4096))
        #expect(opened == plaintext)
    }

    @Test("The request envelope is the known JWE under the key derived from the device key")
    func request() throws {
        let key = try RequestKeys(deviceKey: vectors.request.key("deviceKey")).request
        #expect(try key == vectors.request.key("K_req"))
        let plaintext = try Array(vectors.request.text("plaintext").utf8)
        let sealed = try CompactJWE.seal(
            plaintext,
            with: key,
            keyID: vectors.request.text("kid"),
            iv: vectors.request.bytes("iv")
        )
        #expect(try sealed == vectors.request.text("jwe"))

        let parsed = try CompactJWE(parsing: sealed, limit: 8192)
        #expect(try parsed.keyID == vectors.request.text("kid"))
        #expect(try parsed.open(with: key) == plaintext)
    }
}
