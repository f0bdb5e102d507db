import AlarmCore
import Sealing
import Testing

@Suite("joserfc and we open each other's JWEs", .enabled(if: JOSELibrary.isWanted, JOSELibrary.hint))
struct InteroperabilityTests {
    @Test("With and without a key id, empty, long and beyond ASCII, in both directions")
    func bothDirections() throws {
        let key = try SymmetricKey.random()
        let messages = ["", "{}", "Guten Morgen ☀️", String(repeating: "x", count: 2048)].flatMap { text in
            [nil, "UsareGfh", "MDEyMzQ1Njc4OTo7PD0-Pw.0"].map { JOSELibrary.Message(kid: $0, text: text) }
        }
        let reply = try JOSELibrary.run(
            JOSELibrary.Request(
                key: key.withUnsafeBytes { Base64URL.encode($0) },
                open: messages.map { try CompactJWE.seal(Array($0.text.utf8), with: key, keyID: $0.kid) },
                seal: messages
            )
        )
        #expect(reply.opened == messages)
        let openedHere = try reply.sealed.map { text in
            let parsed = try CompactJWE(parsing: text, limit: 8192)
            return JOSELibrary.Message(
                kid: parsed.keyID,
                text: String(decoding: try parsed.open(with: key), as: UTF8.self)
            )
        }
        #expect(openedHere == messages)
    }

    @Test("The sealed message of a pair opens under its message key")
    func sealedMessage() throws {
        let keys = try PairFixture().inviter.keys
        let message = #"{"v":1,"text":"早安"}"#
        let sending = try keys.sending()
        let reply = try JOSELibrary.run(
            JOSELibrary.Request(
                key: sending.key.withUnsafeBytes { Base64URL.encode($0) },
                open: [keys.seal(Array(message.utf8))],
                seal: []
            )
        )
        let opened = try #require(reply.opened.first)
        #expect(opened.kid == sending.keyID)
        #expect(opened.text.utf8.count == 256)
        #expect(opened.text.hasPrefix(message) && opened.text.dropFirst(message.count).allSatisfy { $0 == " " })
    }
}
