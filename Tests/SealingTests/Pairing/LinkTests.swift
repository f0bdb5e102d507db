import AlarmCore
import Sealing
import Testing

@Suite("The keys between two devices of one person")
struct LinkTests {
    private let inviter: PairAgreement
    private let claimer: PairAgreement
    private let transcript: PairingTranscript
    private let pair: PairFixture

    init() throws {
        let vectors = try Vectors.load()
        pair = try PairFixture()
        var transcript = pair.transcript
        transcript.purpose = .device
        self.transcript = transcript
        inviter = try PairAgreement(
            side: .inviter,
            ownKey: X25519.PrivateKey(secret: SecretBytes(vectors.code.bytes("skA"))),
            transcript: transcript,
            secret: pair.secret
        )
        claimer = try PairAgreement(
            side: .claimer,
            ownKey: X25519.PrivateKey(secret: SecretBytes(vectors.pairing.bytes("skB"))),
            transcript: transcript,
            secret: pair.secret
        )
    }

    @Test("Every derivation gives its known answer, on both sides")
    func knownAnswers() throws {
        let vectors = try Vectors.link()
        #expect(try transcript.hash() == vectors.bytes("th"))
        for agreement in [inviter, claimer] {
            #expect(try agreement.confirmation(from: .inviter) == vectors.key("confirm A"))
            #expect(try agreement.link == vectors.key("link"))
            #expect(try agreement.digits == vectors.text("sas"))
        }
    }

    @Test("Sides that disagree about what they are doing agree on nothing")
    func purposes() {
        #expect(inviter.link != pair.claimer.link)
        #expect(inviter.digits != pair.claimer.digits)
        for side in PairSide.allCases {
            #expect(inviter.confirmation(from: side) != pair.claimer.confirmation(from: side))
        }
    }

    @Test(
        "A side opens, for its eyes alone, what another device of its person has sealed, and nothing that others sealed"
    )
    func own() throws {
        var mine = pair.inviter.keys
        for _ in 0..<3 { try mine.rotate() }
        let other = pair.inviter.keys
        let sent = try CompactJWE(parsing: mine.seal(Array("{}".utf8)), limit: 4096)
        #expect(try other.openOwn(sent).starts(with: Array("{}".utf8)))
        #expect(other.generation == 0)
        let received = try CompactJWE(parsing: pair.claimer.keys.seal(Array("{}".utf8)), limit: 4096)
        #expect(throws: SealingError.unknownGeneration) { try other.openOwn(received) }
    }
}
