import AlarmCore
import Sealing
import Testing

@Suite("ES256 signs and verifies as JWS wants it")
struct ES256Tests {
    @Test("The example of RFC 7515, appendix A.3, verifies, and no change of it does")
    func standardExample() throws {
        let key = try ES256.PublicKey(x963: [UInt8](hex: KeyEncoding.point))
        let input =
            "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
        let signature =
            "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
        #expect(key.isValid(signature, forJWSSigningInput: input))
        #expect(!key.isValid(signature, forJWSSigningInput: input + "A"))
        #expect(!key.isValid(signature + "=", forJWSSigningInput: input))
        let bytes = try #require(Base64URL.decode(signature))
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            #expect(!key.isValid(changed, for: Array(input.utf8)))
        }
        for length in [0, 63] { #expect(!key.isValid(Array(bytes.prefix(length)), for: Array(input.utf8))) }
        #expect(!key.isValid(bytes + [0], for: Array(input.utf8)))
    }

    @Test("A signature verifies under its own public key and under no other", arguments: [0, 1, 1000])
    func roundTrip(length: Int) throws {
        let (key, other) = (try ES256.PrivateKey(), try ES256.PrivateKey())
        let message = [UInt8](repeating: 7, count: length)
        let signature = try key.sign(message)
        #expect(signature.count == 64)
        #expect(key.publicKey.isValid(signature, for: message))
        #expect(!other.publicKey.isValid(signature, for: message))
        let text = try key.sign(jwsSigningInput: "a.b")
        #expect(text.utf8.count == 86)
        #expect(key.publicKey.isValid(text, forJWSSigningInput: "a.b"))
    }

    @Test("Short numbers keep their leading zeros: a thousand signatures are 64 bytes and verify")
    func leadingZeros() throws {
        let key = try ES256.PrivateKey()
        for round in 0..<1000 {
            let message = Array("\(round)".utf8)
            let signature = try key.sign(message)
            #expect(signature.count == 64 && key.publicKey.isValid(signature, for: message))
        }
    }

    @Test(
        "A point that is not on the curve, or in another form, is refused",
        arguments: [
            "", "00", "04" + String(repeating: "00", count: 64), "04" + String(repeating: "ff", count: 64),
            "03" + String(KeyEncoding.point.dropFirst(2).prefix(64)), String(KeyEncoding.point.dropLast(2)),
            KeyEncoding.point + "00", "05" + KeyEncoding.point.dropFirst(2), KeyEncoding.point.dropLast() + "c",
        ]
    )
    func unusablePoint(hex: String) throws {
        let bytes = try [UInt8](hex: hex)
        #expect(throws: SealingError.self) { try ES256.PublicKey(x963: bytes) }
    }
}
