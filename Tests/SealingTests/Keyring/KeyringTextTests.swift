import AlarmCore
import Sealing
import Testing

@Suite("A keyring's text is read strictly, and errors name the line")
struct KeyringTextTests {
    private static let a: String = String(repeating: "A", count: 43)
    private static let b: String = "BBBB" + String(repeating: "A", count: 39)
    private static let good: String = """
        # comment

        reveille-keyring 1
        lookup \(a)
        key 0a1b2c3d 2026-01-01T00:00:00Z \(b)
        key 00000001   2026-07-01T00:00:00.250Z\t\(a) active

        """

    private static let faults: [(String, Int, String)] = [
        ("", 0, "empty"),
        ("# only a comment\n", 0, "empty"),
        ("reveille-keyring 2\n", 1, "reveille-keyring 1"),
        ("keyring 1\n", 1, "reveille-keyring 1"),
        ("reveille-keyring 1\n", 0, "lookup"),
        ("reveille-keyring 1\nlookup \(a)\n", 0, "active"),
        ("reveille-keyring 1\nlookup \(a)\nkey 0a1b2c3d 2026-01-01T00:00:00Z \(b)\n", 0, "active"),
        ("reveille-keyring 1\nlookup \(a)\nlookup \(a)\n", 3, "second lookup"),
        ("reveille-keyring 1\nlookup\n", 2, "expected"),
        ("reveille-keyring 1\nlookup \(a)A\n", 2, "43"),
        ("reveille-keyring 1\nlookup \(a.dropLast())B\n", 2, "43"),
        ("reveille-keyring 1\nlookup \(a)=\n", 2, "43"),
        ("reveille-keyring 1\nkey 0A1B2C3D 2026-01-01T00:00:00Z \(b)\n", 2, "eight"),
        ("reveille-keyring 1\nkey +a1b2c3d 2026-01-01T00:00:00Z \(b)\n", 2, "eight"),
        ("reveille-keyring 1\nkey a1b2c3d 2026-01-01T00:00:00Z \(b)\n", 2, "eight"),
        ("reveille-keyring 1\nkey 0a1b2c3d 2026-01-01T00:00:00 \(b)\n", 2, "time"),
        ("reveille-keyring 1\nkey 0a1b2c3d yesterday \(b)\n", 2, "time"),
        ("reveille-keyring 1\nkey 0a1b2c3d 2026-01-01T00:00:00Z \(b) old\n", 2, "expected"),
        ("reveille-keyring 1\nkey 0a1b2c3d 2026-01-01T00:00:00Z\n", 2, "expected"),
        ("reveille-keyring 1\nverse 1\n", 2, "expected"),
        ("reveille-keyring 1\nwebpush 2026-01-01T00:00:00Z\n", 2, "expected"),
        ("reveille-keyring 1\nwebpush soon \(b)\n", 2, "time"),
        ("reveille-keyring 1\nwebpush 2026-01-01T00:00:00Z \(a)\n", 2, "P-256"),
        ("reveille-keyring 1\nwebpush 2026-01-01T00:00:00Z \(b)A\n", 2, "P-256"),
        ("\(good)webpush 2026-01-01T00:00:00Z \(b)\nwebpush 2026-01-01T00:00:00Z \(b)\n", 8, "second"),
        ("\(good)key 0a1b2c3d 2026-01-01T00:00:00Z \(b)\n", 7, "twice"),
        ("\(good)key 0a1b2c3e 2026-01-01T00:00:00Z \(b) active\n", 7, "second active"),
    ]

    @Test("Comments, empty lines, tabs and Windows line ends are harmless", arguments: ["\n", "\r\n"])
    func good(lineEnd: String) throws {
        let keyring = try Keyring(parsing: Self.good.replacing("\n", with: lineEnd))
        #expect(keyring.entries.map(\.id.description) == ["0a1b2c3d", "00000001"])
        #expect(keyring.entries.map(\.created.milliseconds) == [1_767_225_600_000, 1_782_864_000_250])
        #expect(keyring.activeID == KeyID(rawValue: 1))
    }

    @Test("A keyring printed and read again is the same", arguments: 0..<3)
    func roundTrip(rotations: Int) throws {
        var keyring = try Keyring.generate(at: Instant(milliseconds: 1_767_225_600_123))
        for _ in 0..<rotations { try keyring.rotate(at: Instant(seconds: 1_775_000_000)) }
        #expect(try Keyring(parsing: keyring.text) == keyring)
    }

    @Test("A keyring from before Web Push gets a key for it once, and a rotation leaves that as it is")
    func webPush() throws {
        var keyring = try Keyring(parsing: Self.good)
        #expect(keyring.webPush == nil && !keyring.text.contains("webpush"))
        #expect(try keyring.addWebPushKey(at: Instant(seconds: 1_775_000_000)))
        let key = try #require(keyring.webPush)
        #expect(key.publicKey.count == 65 && key.created == Instant(seconds: 1_775_000_000))
        #expect(try !keyring.addWebPushKey(at: Instant(seconds: 1_776_000_000)))
        try keyring.rotate(at: Instant(seconds: 1_777_000_000))
        #expect(keyring.webPush == key)
        let read = try Keyring(parsing: keyring.text)
        #expect(read == keyring && read.webPush?.publicKey == key.publicKey)
        #expect(!"\(key)".contains(keyring.text.split(separator: " ").last.map { $0.dropLast() } ?? "?"))
        var old = try Keyring(parsing: Self.good)
        try old.rotate(at: Instant(seconds: 1_777_000_000))
        #expect(old.webPush != nil, "a rotation adds one")
    }

    @Test("A text with a fault is refused", arguments: faults)
    func fault(text: String, line: Int, word: String) throws {
        let error = try #require(throws: KeyringError.self) { try Keyring(parsing: text) }
        guard case .malformed(let actualLine, let reason) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(actualLine == line)
        #expect(reason.contains(word))
        #expect(!error.description.contains(Self.b), "an error must not repeat a key")
    }
}
