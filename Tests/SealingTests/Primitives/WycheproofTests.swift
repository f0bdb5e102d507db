@_spi(Testing) import Sealing
import Testing

@Suite("The primitives agree with Project Wycheproof", .enabled(if: Wycheproof.isWanted, Wycheproof.hint))
struct WycheproofTests {
    private struct CipherSizes: Decodable { let keySize, ivSize, tagSize: Int }
    private struct CipherCase: Decodable { let key, iv, aad, msg, ct, tag: String }

    @Test("AES-256-GCM seals and opens alike; other key, IV and tag sizes are refused")
    func aesGCM() throws {
        let groups = try Wycheproof.groups(
            "Cipher/wycheproof/aes_gcm_test.json",
            of: CipherSizes.self,
            and: CipherCase.self
        )
        var (exact, refused) = (0, 0)
        for group in groups {
            let sizes = group.parameters
            for test in group.tests {
                let values = test.values
                guard sizes.keySize == 256 else {
                    #expect(throws: SealingError.self, test.comment) {
                        try SymmetricKey(bytes: [UInt8](hex: values.key))
                    }
                    refused += 1
                    continue
                }
                let key = try SymmetricKey(bytes: [UInt8](hex: values.key))
                let aad = try [UInt8](hex: values.aad)
                let box = try AESGCM.SealedBox(
                    iv: [UInt8](hex: values.iv),
                    ciphertext: [UInt8](hex: values.ct),
                    tag: [UInt8](hex: values.tag)
                )
                guard test.result == .valid, sizes.ivSize == 96, sizes.tagSize == 128 else {
                    #expect(throws: SealingError.self, test.comment) {
                        try AESGCM.open(box, with: key, authenticating: aad)
                    }
                    refused += 1
                    continue
                }
                let message = try [UInt8](hex: values.msg)
                #expect(try AESGCM.seal(message, with: key, authenticating: aad, iv: box.iv) == box, test.comment)
                #expect(try AESGCM.open(box, with: key, authenticating: aad) == message, test.comment)
                exact += 1
            }
        }
        #expect(exact > 30 && refused > 100)
    }

    private struct DerivationSizes: Decodable { let keySize: Int }
    private struct DerivationCase: Decodable {
        let ikm, salt, info, okm: String
        let size: Int
    }

    @Test("HKDF-SHA-256 derives alike, and refuses too long an output")
    func hkdf() throws {
        let groups = try Wycheproof.groups(
            "Protocol/wycheproof/hkdf_sha256_test.json",
            of: DerivationSizes.self,
            and: DerivationCase.self
        )
        for test in groups.flatMap(\.tests) {
            let values = test.values
            let input = try SecretBytes([UInt8](hex: values.ikm))
            let key = try HKDF.extract(salt: [UInt8](hex: values.salt), inputKey: input)
            let info = try [UInt8](hex: values.info)
            if test.result == .valid {
                let output = try HKDF.expand(key, info: info, count: values.size)
                #expect(output.revealed().hex == values.okm, test.comment)
            } else {
                #expect(throws: SealingError.tooLong("an HKDF output", limit: 8160), test.comment) {
                    try HKDF.expand(key, info: info, count: values.size)
                }
            }
        }
    }

    private struct AgreementCurve: Decodable { let curve: String }
    private struct AgreementCase: Decodable {
        let shared: String
        let publicKey: String
        let privateKey: String

        private enum CodingKeys: String, CodingKey {
            case shared
            case publicKey = "public"
            case privateKey = "private"
        }
    }

    @Test("X25519 agrees alike, and refuses every key that yields zero")
    func x25519() throws {
        let groups = try Wycheproof.groups(
            "Protocol/wycheproof/x25519_test.json",
            of: AgreementCurve.self,
            and: AgreementCase.self
        )
        let zero = String(repeating: "00", count: 32)
        var refused = 0
        for test in groups.flatMap(\.tests) {
            let values = test.values
            let own = try X25519.PrivateKey(secret: SecretBytes([UInt8](hex: values.privateKey)))
            let peer = try X25519.PublicKey(bytes: [UInt8](hex: values.publicKey))
            if values.shared == zero {
                #expect(throws: SealingError.noSharedSecret, test.comment) { try own.sharedSecret(with: peer) }
                refused += 1
            } else {
                #expect(try own.sharedSecret(with: peer).revealed().hex == values.shared, test.comment)
            }
        }
        #expect(refused > 10)
    }

    private struct SignatureKey: Decodable {
        let publicKey: Point
        let publicKeyPem: String
        struct Point: Decodable { let uncompressed: String }
    }
    private struct SignatureCase: Decodable { let msg, sig: String }

    @Test("ES256 accepts the valid signatures and no other")
    func es256() throws {
        let groups = try Wycheproof.groups(
            "Signature/wycheproof/ecdsa_secp256r1_sha256_p1363_test.json",
            of: SignatureKey.self,
            and: SignatureCase.self
        )
        for group in groups {
            let key = try ES256.PublicKey(x963: [UInt8](hex: group.parameters.publicKey.uncompressed))
            #expect(try ES256.PublicKey(pem: group.parameters.publicKeyPem) == key)
            for test in group.tests {
                let signature = try [UInt8](hex: test.values.sig)
                let isValid = try key.isValid(signature, for: [UInt8](hex: test.values.msg))
                #expect(isValid == (test.result == .valid), test.comment)
            }
        }
    }
}
