import AlarmCore

/// The keyring as text, one line a key:
///
/// ```
/// # a comment
/// reveille-keyring 1
/// lookup Hc1…
/// key 0a1b2c3d 2026-01-01T00:00:00Z pQx…
/// key 4e5f6071 2026-07-01T00:00:00Z Zk0… active
/// webpush 2026-07-01T00:00:00Z mN3…
/// ```
extension Keyring {
    private static let title = "reveille-keyring"
    private static let version = "1"

    /// Reads a keyring's text.
    ///
    /// - Throws: `KeyringError.malformed`, naming the line; never the key's text.
    public init(parsing text: String) throws(KeyringError) {
        var reader = Reader()
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            try reader.take(line, number: index + 1)
        }
        self = try reader.finish()
    }

    /// The keyring's text.
    ///
    /// It contains the keys: write it only into the keyring's file.
    public var text: String {
        var lines = [
            "# The keys that seal what Reveille stores. With this file and the database, everything can be read.",
            "# Keep a copy apart from the database's backups: without it, what is sealed is lost.",
            "\(Self.title) \(Self.version)",
            "lookup \(Self.text(of: lookupKey))",
        ]
        for entry in entries {
            let mark = entry.id == activeID ? " active" : ""
            lines.append("key \(entry.id) \(entry.created.iso8601) \(Self.text(of: entry.key))\(mark)")
        }
        if let webPush { lines.append("webpush \(webPush.created.iso8601) \(webPush.text)") }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func text(of key: SymmetricKey) -> String {
        key.withUnsafeBytes { Base64URL.encode($0) }
    }

    /// Collects the lines of a text.
    private struct Reader {
        private var hasTitle = false
        private var entries: [Entry] = []
        private var activeID: KeyID?
        private var lookupKey: SymmetricKey?
        private var webPush: WebPushKey?

        mutating func take(_ line: Substring, number: Int) throws(KeyringError) {
            let fields = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
            guard let first = fields.first, !first.hasPrefix("#") else { return }
            guard hasTitle else {
                guard fields == [Substring(Keyring.title), Substring(Keyring.version)] else {
                    throw .malformed(line: number, reason: "expected \"\(Keyring.title) \(Keyring.version)\"")
                }
                hasTitle = true
                return
            }
            switch (first, fields.count) {
            case ("lookup", 2): try takeLookup(fields[1], number: number)
            case ("key", 4): try takeKey(fields, active: false, number: number)
            case ("key", 5) where fields[4] == "active": try takeKey(fields, active: true, number: number)
            case ("webpush", 3): try takeWebPush(fields, number: number)
            default:
                throw .malformed(
                    line: number,
                    reason: """
                        expected "lookup KEY", "key ID TIME KEY" with or without "active", or "webpush TIME KEY"
                        """
                )
            }
        }

        private mutating func takeLookup(_ text: Substring, number: Int) throws(KeyringError) {
            guard lookupKey == nil else { throw .malformed(line: number, reason: "a second lookup key") }
            lookupKey = try key(text, number: number)
        }

        private mutating func takeKey(_ fields: [Substring], active: Bool, number: Int) throws(KeyringError) {
            guard let id = KeyID(fields[1]) else {
                throw .malformed(line: number, reason: "a key id is eight digits of 0-9 and a-f")
            }
            guard !entries.contains(where: { $0.id == id }) else {
                throw .malformed(line: number, reason: "key \(id) occurs twice")
            }
            let created = try time(fields[2], number: number)
            guard !active || activeID == nil else { throw .malformed(line: number, reason: "a second active key") }
            if active { activeID = id }
            entries.append(Entry(id: id, created: created, key: try key(fields[3], number: number)))
        }

        private mutating func takeWebPush(_ fields: [Substring], number: Int) throws(KeyringError) {
            guard webPush == nil else { throw .malformed(line: number, reason: "a second key for Web Push") }
            let created = try time(fields[1], number: number)
            guard let key = WebPushKey(created: created, text: fields[2]) else {
                throw .malformed(
                    line: number,
                    reason: "a key for Web Push is a P-256 number in 43 characters of base64url"
                )
            }
            webPush = key
        }

        private func time(_ text: Substring, number: Int) throws(KeyringError) -> Instant {
            guard let time = try? Instant(iso8601: text) else {
                throw .malformed(line: number, reason: "a key's time reads like 2026-01-01T00:00:00Z")
            }
            return time
        }

        private func key(_ text: Substring, number: Int) throws(KeyringError) -> SymmetricKey {
            var bytes = Base64URL.decode(text) ?? []
            defer { bytes.wipe() }
            guard let key = try? SymmetricKey(bytes: bytes) else {
                throw .malformed(line: number, reason: "a key is 32 bytes in base64url, which are 43 characters")
            }
            return key
        }

        func finish() throws(KeyringError) -> Keyring {
            guard hasTitle else { throw .malformed(line: 0, reason: "it is empty") }
            guard let lookupKey else { throw .malformed(line: 0, reason: "it has no lookup key") }
            guard let activeID else { throw .malformed(line: 0, reason: "no key is marked active") }
            return Keyring(entries: entries, activeID: activeID, lookupKey: lookupKey, webPush: webPush)
        }
    }
}
