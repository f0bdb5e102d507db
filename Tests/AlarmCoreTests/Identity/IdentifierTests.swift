import Testing

@testable import AlarmCore

@Suite("Identifiers and their text")
struct IdentifierTests {
    @Test("Bytes, text and identifier lead to one another", arguments: 0..<50)
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let id = AlarmID.random(using: &generator)
        #expect(AlarmID(bytes: id.bytes) == id, "seed \(seed)")
        #expect(AlarmID(id.description) == id, "seed \(seed)")
        #expect(id.description.utf8.count == 22)
    }

    @Test(
        "Only the one canonical spelling is read",
        arguments: [
            "AAECAwQFBgcICQoLDA0ODx", "AAECAwQFBgcICQoLDA0ODw==", "AAECAwQFBgcICQoLDA0OD", " AAECAwQFBgcICQoLDA0ODw",
            "AAECAwQFBgcICQoLDA0O+w", "AAECAwQFBgcICQoLDA0ODwA", "",
        ]
    )
    func strict(text: String) {
        #expect(AlarmID(text) == nil)
    }

    @Test("The known answer of PA1's vectors is read")
    func known() {
        #expect(AlarmID("AAECAwQFBgcICQoLDA0ODw")?.bytes == Array(0..<16))
        #expect(AlarmID(bytes: Array(0..<16))?.uuidText == "00010203-0405-0607-0809-0a0b0c0d0e0f")
    }

    /// RFC 9562, appendix A.4.
    @Test("A name in a name space has the UUID version 5 of the standard")
    func versionFive() throws {
        let dns = try #require(
            PairID(bytes: [
                0x6B, 0xA7, 0xB8, 0x10, 0x9D, 0xAD, 0x11, 0xD1, 0x80, 0xB4, 0x00, 0xC0, 0x4F, 0xD4, 0x30, 0xC8,
            ])
        )
        let id = DeliveryID(uuidV5: "www.example.com", in: dns)
        #expect(id.uuidText == "2ed6657d-e927-568b-95e1-2665a8aea6a2")
    }

    /// RFC 3174, section 7.3, and the message of length zero.
    @Test(
        "The hash behind it agrees with the standard",
        arguments: [
            ("abc", 1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
            ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1, "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
            (
                "0123456701234567012345670123456701234567012345670123456701234567", 10,
                "dea356a2cddd90c7a7ecedc5ebb563934f460452"
            ),
            ("", 1, "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        ]
    )
    func sha1(text: String, count: Int, digest: String) {
        let hash = SHA1.hash(Array(String(repeating: text, count: count).utf8))
        let digits = Array("0123456789abcdef")
        #expect(String(hash.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }) == digest)
    }

    @Test("Later time-ordered identifiers sort after earlier ones, and say that they are version 7")
    func timeOrdered() {
        var generator = SeededGenerator(seed: 7)
        let ids = (0..<100).map {
            AlarmID.timeOrdered(at: Instant(milliseconds: 1_800_000_000_000 + $0), using: &generator)
        }
        #expect(ids == ids.sorted())
        #expect(ids.allSatisfy { $0.uuidText.dropFirst(14).first == "7" })
    }
}
