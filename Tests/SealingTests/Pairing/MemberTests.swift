import AlarmCore
import Sealing
import Testing

@Suite("The keys between two members of a circle")
struct MemberTests {
    private let vectors: [String: String]
    private let circle: CircleID
    private let ana: PersonID
    private let ben: PersonID
    private let keyA: X25519.PrivateKey
    private let keyB: X25519.PrivateKey

    init() throws {
        vectors = try Vectors.member()
        circle = try #require(CircleID(bytes: vectors.bytes("circleId")))
        ana = try #require(PersonID(bytes: vectors.bytes("personA")))
        ben = try #require(PersonID(bytes: vectors.bytes("personB")))
        keyA = try X25519.PrivateKey(secret: SecretBytes(vectors.bytes("wA")))
        keyB = try X25519.PrivateKey(secret: SecretBytes(vectors.bytes("wB")))
    }

    private func agreement(
        of person: PersonID,
        _ key: X25519.PrivateKey,
        with other: PersonID,
        _ otherKey: X25519.PrivateKey,
        in circle: CircleID? = nil,
        origin: String? = nil
    ) throws -> MemberAgreement {
        try MemberAgreement(
            origin: origin ?? vectors.text("origin"),
            circle: circle ?? self.circle,
            person: person,
            ownKey: key,
            with: MemberAgreement.Member(person: other, key: otherKey.publicKey)
        )
    }

    @Test("Every derivation gives its known answer, for either of the two and for a person alone")
    func knownAnswers() throws {
        #expect(try keyA.publicKey.bytes == vectors.bytes("pkA"))
        #expect(try keyB.publicKey.bytes == vectors.bytes("pkB"))
        let fromA = try agreement(of: ana, keyA, with: ben, keyB).sending()
        #expect(try fromA.key == vectors.key("msg A>B 0"))
        #expect(try fromA.keyID == vectors.text("kid A>B 0"))
        let fromB = try agreement(of: ben, keyB, with: ana, keyA).sending()
        #expect(try fromB.key == vectors.key("msg B>A 0"))
        #expect(try fromB.keyID == vectors.text("kid B>A 0"))
        let alone = try agreement(of: ana, keyA, with: ana, keyA).sending()
        #expect(try alone.key == vectors.key("self msg A>B 0"))
        #expect(try alone.keyID == vectors.text("self kid A>B 0"))
    }

    @Test("A text sealed by one opens only for the other, and one sealed for oneself only for oneself")
    func opening() throws {
        let text = Array(#"{"v":1}"#.utf8)
        let a = try agreement(of: ana, keyA, with: ben, keyB)
        let b = try agreement(of: ben, keyB, with: ana, keyA)
        let alone = try agreement(of: ana, keyA, with: ana, keyA)
        let toBen = try CompactJWE(parsing: a.seal(text), limit: 4096)
        #expect(try b.isAddressed(by: toBen))
        #expect(try b.open(toBen).starts(with: text))
        for stranger in [a, alone] {
            #expect(try !stranger.isAddressed(by: toBen))
            #expect(throws: SealingError.unknownGeneration) { try stranger.open(toBen) }
        }
        let toSelf = try CompactJWE(parsing: alone.seal(text), limit: 4096)
        #expect(try alone.isAddressed(by: toSelf))
        #expect(try alone.open(toSelf).starts(with: text))
        #expect(throws: SealingError.unknownGeneration) { try b.open(toSelf) }
    }

    @Test("Another circle, another relay, another person: nothing of it opens")
    func binding() throws {
        let text = Array(#"{"v":1}"#.utf8)
        let sealed = try CompactJWE(parsing: agreement(of: ana, keyA, with: ben, keyB).seal(text), limit: 4096)
        let others = [
            try agreement(of: ben, keyB, with: ana, keyA, in: CircleID(high: 1, low: 1)),
            try agreement(of: ben, keyB, with: ana, keyA, origin: "https://other.example.org"),
            try agreement(of: PersonID(high: 1, low: 1), keyB, with: ana, keyA),
        ]
        for other in others { #expect(throws: SealingError.unknownGeneration) { try other.open(sealed) } }
    }

    @Test("A member key of small order is refused")
    func smallOrder() throws {
        let weak = try X25519.PublicKey(bytes: [UInt8](repeating: 0, count: 32))
        #expect(throws: SealingError.noSharedSecret) {
            try MemberAgreement(
                origin: vectors.text("origin"),
                circle: circle,
                person: ana,
                ownKey: keyA,
                with: MemberAgreement.Member(person: ben, key: weak)
            )
        }
    }
}
