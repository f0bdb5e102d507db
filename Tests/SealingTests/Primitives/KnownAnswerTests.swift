@_spi(Testing) import Sealing
import Testing

@Suite("The primitives give the answers of their standards")
struct KnownAnswerTests {
    @Test(
        "SHA-256 of FIPS 180-4's examples",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ]
    )
    func sha256(message: String, digest: String) throws {
        #expect(try SHA256.hash(Array(message.utf8)).hex == digest)
    }

    @Test("HMAC-SHA-256 of RFC 4231, test cases 2 and 6, and of nothing under an empty key")
    func hmac() throws {
        let second = try HMACSHA256.authenticate(
            Array("what do ya want for nothing?".utf8),
            key: SecretBytes("Jefe".utf8)
        )
        #expect(second.hex == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        let sixth = try HMACSHA256.authenticate(
            Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            key: SecretBytes([UInt8](repeating: 0xAA, count: 131))
        )
        #expect(sixth.hex == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
        let empty = try HMACSHA256.authenticate([], key: SecretBytes([]))
        #expect(empty.hex == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
    }

    @Test("HKDF of RFC 5869, test cases 1 and 3")
    func hkdf() throws {
        let input = SecretBytes([UInt8](repeating: 0x0B, count: 22))
        let first = try HKDF.extract(salt: [UInt8](hex: "000102030405060708090a0b0c"), inputKey: input)
        #expect(first.revealed().hex == "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5")
        let output = try HKDF.expand(first, info: [UInt8](hex: "f0f1f2f3f4f5f6f7f8f9"), count: 42)
        let expected =
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
        #expect(output.revealed().hex == expected)
        let third = try HKDF.extract(salt: [], inputKey: input)
        #expect(third.revealed().hex == "19ef24a32c717b167f33a91d6f648bdf96596776afdb6377ac434c1c293ccb04")
    }

    @Test("HKDF refuses an output below nothing and above 255 blocks", arguments: [-1, 8161, .max])
    func hkdfBounds(count: Int) throws {
        let key = SecretBytes([1])
        #expect(throws: SealingError.tooLong("an HKDF output", limit: 8160)) {
            try HKDF.expand(key, info: [], count: count)
        }
        #expect(try HKDF.expand(key, info: [], count: 8160).count == 8160)
        #expect(try HKDF.expand(key, info: [], count: 0).count == 0)
    }

    @Test("AES-256-GCM of NIST's test case 16, with associated data and an odd length")
    func aesGCM() throws {
        let key = try SymmetricKey(
            bytes: [UInt8](hex: "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308")
        )
        let plaintext = try [UInt8](
            hex: "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
                + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39"
        )
        let aad = try [UInt8](hex: "feedfacedeadbeeffeedfacedeadbeefabaddad2")
        let box = try AESGCM.seal(
            plaintext,
            with: key,
            authenticating: aad,
            iv: [UInt8](hex: "cafebabefacedbaddecaf888")
        )
        #expect(
            box.ciphertext.hex == "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
                + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662"
        )
        #expect(box.tag.hex == "76fc6ece0f4e1768cddf8853bb2d551b")
        #expect(try AESGCM.open(box, with: key, authenticating: aad) == plaintext)
    }

    @Test("X25519 of RFC 7748, section 6.1")
    func x25519() throws {
        let alice = try X25519.PrivateKey(
            secret: SecretBytes([UInt8](hex: "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a"))
        )
        let bob = try X25519.PrivateKey(
            secret: SecretBytes([UInt8](hex: "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb"))
        )
        #expect(alice.publicKey.bytes.hex == "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a")
        #expect(bob.publicKey.bytes.hex == "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f")
        for shared in [try alice.sharedSecret(with: bob.publicKey), try bob.sharedSecret(with: alice.publicKey)] {
            #expect(shared.revealed().hex == "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742")
        }
    }
}
