import AlarmCore
import Sealing
import Testing

@Suite("Secrets neither print themselves nor compare in telling time")
struct SecretsTests {
    @Test("No way of printing a secret shows its bytes")
    func redaction() throws {
        let bytes = [UInt8](repeating: 0xAB, count: 32)
        let pair = try PairFixture()
        let secrets: [Any] = [
            SecretBytes(bytes), try SymmetricKey(bytes: bytes), try X25519.PrivateKey(secret: SecretBytes(bytes)),
            try ES256.PrivateKey(), pair.secret, try InviteKeys(pair.secret), pair.inviter, pair.inviter.keys,
            try Keyring.generate(at: Instant(seconds: 1)),
        ]
        for secret in secrets {
            var dumped = ""
            dump(secret, to: &dumped)
            let all = "\(secret) \(String(reflecting: secret)) \(dumped) \(["key": secret])"
            #expect(dumped.split(separator: "\n").count == 1, "\(type(of: secret)) shows its children: \(dumped)")
            for trace in ["171", "abab", "ABAB", "0x", pair.secret.symbols, pair.inviter.digits] {
                #expect(!all.contains(trace), "\(type(of: secret)) shows \(trace): \(all)")
            }
        }
    }

    @Test("Values are equal when all their bytes are, wherever the first difference lies")
    func equality() {
        let bytes = [UInt8](0..<32)
        #expect(ConstantTime.equal(bytes, bytes))
        #expect(ConstantTime.equal([], []))
        #expect(!ConstantTime.equal([], bytes))
        #expect(!ConstantTime.equal(bytes, Array(bytes.dropLast())))
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 0x80
            #expect(!ConstantTime.equal(bytes, changed))
            #expect(SecretBytes(bytes) != SecretBytes(changed))
        }
        #expect(SecretBytes(bytes) == SecretBytes(bytes))
        #expect(SecretBytes([]) == SecretBytes([]))
    }

    @Test("A key is 32 bytes and nothing else", arguments: [0, 16, 31, 33])
    func keyLength(count: Int) {
        let bytes = [UInt8](repeating: 1, count: count)
        #expect(throws: SealingError.wrongLength(of: "a symmetric key", expected: 32, actual: count)) {
            try SymmetricKey(bytes: bytes)
        }
        #expect(throws: SealingError.wrongLength(of: "an X25519 public key", expected: 32, actual: count)) {
            try X25519.PublicKey(bytes: bytes)
        }
        #expect(throws: SealingError.wrongLength(of: "an X25519 private key", expected: 32, actual: count)) {
            try X25519.PrivateKey(secret: SecretBytes(bytes))
        }
    }

    @Test("Random bytes have the length asked for and do not repeat")
    func random() throws {
        #expect(try SecureRandom.bytes(count: 0) == [])
        #expect(try SecureRandom.bytes(count: 1000).count == 1000)
        var generator = SecureRandom()
        #expect(Set((0..<1000).map { _ in generator.next() }).count == 1000)
        #expect(try SymmetricKey.random() != SymmetricKey.random())
    }
}
