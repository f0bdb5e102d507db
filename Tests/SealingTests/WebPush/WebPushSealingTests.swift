import AlarmCore
import Testing

@testable @_spi(Testing) import Sealing

@Suite("Messages for browsers")
struct WebPushSealingTests {
    /// RFC 8291, Appendix A.
    private enum Appendix {
        static let plaintext = "V2hlbiBJIGdyb3cgdXAsIEkgd2FudCB0byBiZSBhIHdhdGVybWVsb24"
        static let senderPrivate = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
        static let senderPublic =
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
        static let receiverPrivate = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
        static let receiverPublic =
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        static let salt = "DGv6ra1nlYgDCS1FRnbzlw"
        static let secret = "BTBZMqHH6r4Tts7J_aSIgg"
        static let shared = "kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs"
        static let body =
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK"
            + "6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    }

    private func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.decode(text)) }

    private func key(_ text: String) throws -> ES256.PrivateKey {
        try ES256.PrivateKey(scalar: SecretBytes(bytes(text)))
    }

    private func receiver() throws -> WebPushReceiver {
        try WebPushReceiver(publicKey: bytes(Appendix.receiverPublic), secret: bytes(Appendix.secret))
    }

    private func receiverKeys() throws -> WebPushReceiverKeys {
        try WebPushReceiverKeys(privateKey: key(Appendix.receiverPrivate), secret: bytes(Appendix.secret))
    }

    @Test("The known answer of RFC 8291, appendix A, comes out, byte for byte")
    func appendixA() throws {
        let sender = try key(Appendix.senderPrivate)
        #expect(try sender.publicKey.x963 == bytes(Appendix.senderPublic))
        #expect(try sender.sharedSecret(with: receiver().publicKey).revealed() == bytes(Appendix.shared))
        let message = try bytes(Appendix.plaintext)
        let body = try receiver().seal(message, paddedTo: 0, from: sender, salt: bytes(Appendix.salt))
        #expect(try body == bytes(Appendix.body))
        #expect(try receiverKeys().open(body) == message)
    }

    @Test("The known answer of RFC 8188, section 3.1, comes out, byte for byte")
    func contentCoding() throws {
        let key = try SecretBytes(bytes("yqdlZ-tYemfogSmv7Ws5PQ"))
        let salt = try bytes("I1BsxtFttlv3u_Oo94xnmw")
        let sealed = try EncryptedContent.seal(Array("I am the walrus".utf8), paddedTo: 0, inputKey: key, salt: salt)
        #expect(
            try sealed == bytes("I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg")
        )
        let opened = try EncryptedContent.open(EncryptedContent.Parts(sealed), inputKey: key)
        #expect(opened == Array("I am the walrus".utf8))
    }

    @Test(
        "A message of any length is opened again, and its body has one of three lengths",
        arguments: [
            (0, 1127), (1, 1127), (1024, 1127), (1025, 2151), (2048, 2151), (2049, 4096), (3992, 4096), (3993, 4096),
        ]
    )
    func lengths(count: Int, bodyCount: Int) throws {
        let keys = try WebPushReceiverKeys()
        let receiver = try WebPushReceiver(publicKey: keys.privateKey.publicKey.x963, secret: keys.secret)
        // The message may end like padding.
        let message = [UInt8](repeating: 0, count: count)
        let body = try receiver.seal(message)
        #expect(body.count == bodyCount)
        #expect(try keys.open(body) == message)
    }

    @Test("A message of 3,994 bytes is refused")
    func tooLong() throws {
        #expect(throws: SealingError.self) {
            try receiver().seal([UInt8](repeating: 1, count: WebPushReceiver.longestMessage + 1))
        }
    }

    @Test("The same message is never sealed twice alike")
    func fresh() throws {
        let receiver = try receiver()
        let bodies = try (0..<8).map { _ in try receiver.seal([1]) }
        #expect(Set(bodies.map { Array($0[..<16]) }).count == 8, "salts")
        #expect(Set(bodies.map { Array($0[21..<86]) }).count == 8, "keys")
    }

    @Test("A changed byte anywhere, another receiver or another secret opens nothing")
    func changed() throws {
        let keys = try receiverKeys()
        let body = try bytes(Appendix.body)
        for index in body.indices {
            var changed = body
            changed[index] ^= 0x04
            if (16..<20).contains(index) {
                // The record size may be any that the record fits into.
                if let opened = try? keys.open(changed) { #expect(try opened == bytes(Appendix.plaintext)) }
            } else {
                #expect(throws: SealingError.self, "byte \(index)") { try keys.open(changed) }
            }
        }
        for end in body.indices { #expect(throws: SealingError.self) { try keys.open(Array(body[..<end])) } }
        let stranger = try WebPushReceiverKeys()
        #expect(throws: SealingError.self) { try stranger.open(body) }
        let other = WebPushReceiverKeys(privateKey: keys.privateKey, secret: stranger.secret)
        #expect(throws: SealingError.cannotOpen) { try other.open(body) }
    }

    @Test("A point that is not on the curve, at infinity, compressed or of another length is no receiver")
    func invalidPoints() throws {
        let good = try bytes(Appendix.receiverPublic)
        let secret = try bytes(Appendix.secret)
        var off = good
        off[64] ^= 1
        let zero: [UInt8] = [0x04] + [UInt8](repeating: 0, count: 64)
        let compressed: [UInt8] = [0x02 + (good[64] & 1)] + good[1...32]
        let points: [[UInt8]] = [
            off, zero, compressed, Array(good.dropLast()), good + [0], [0x00], [], [0x06] + good.dropFirst(),
        ]
        for point in points {
            #expect(throws: SealingError.self) { try WebPushReceiver(publicKey: point, secret: secret) }
        }
        #expect(throws: SealingError.self) { try WebPushReceiver(publicKey: good, secret: Array(secret.dropLast())) }
    }

    @Test("A private key survives as a number, and numbers outside the curve's order are refused")
    func scalars() throws {
        let key = try ES256.PrivateKey()
        let again = try ES256.PrivateKey(scalar: key.scalar())
        #expect(again.publicKey == key.publicKey)
        let message = Array("x".utf8)
        #expect(try key.publicKey.isValid(again.sign(message), for: message))
        let order = try [UInt8](hex: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
        let invalid = [[UInt8](repeating: 0, count: 32), order, [UInt8](repeating: 0xFF, count: 32), [1], order + [1]]
        for number in invalid {
            #expect(throws: SealingError.self, "\(number.hex)") { try ES256.PrivateKey(scalar: SecretBytes(number)) }
        }
    }

    @Test("Receivers and their keys do not print themselves")
    func redacted() throws {
        let keys = try receiverKeys()
        let receiver = try receiver()
        var dumped = ""
        dump(keys, to: &dumped)
        dump(receiver, to: &dumped)
        #expect(!"\(keys) \(receiver) \(dumped)".contains("\(keys.secret[0]), \(keys.secret[1])"))
        #expect("\(keys)".contains("redacted") && "\(receiver)".contains("redacted"))
    }
}
