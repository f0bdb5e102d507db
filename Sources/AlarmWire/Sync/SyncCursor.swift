/// The position of a device in its relay's changes; opaque to the device.
public struct SyncCursor: Hashable, Sendable {
    /// The most characters of a cursor: 64.
    public static let limit = 64

    /// The cursor, in characters that need no escaping in a query (RFC 3986, section 2.3).
    public let text: String

    /// Takes 1 to 64 letters, digits, `-`, `.`, `_` and `~`, else nil.
    public init?(_ text: some StringProtocol) {
        guard (1...Self.limit).contains(text.utf8.count),
            text.utf8.allSatisfy({ byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "-._~".utf8.contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) && byte >= 0x41
            })
        else { return nil }
        self.text = String(text)
    }

    /// Makes the cursor of the change with this number.
    public init(change: Int64) {
        self.text = String(change)
    }

    /// The number of the change, if the cursor names one.
    public var change: Int64? {
        guard let change = Int64(text), String(change) == text else { return nil }
        return change
    }
}

extension SyncCursor: CustomStringConvertible {
    /// The cursor as sent.
    public var description: String { text }
}

extension ObjectReader {
    /// Takes a cursor.
    mutating func cursor(_ name: String) throws(WireError) -> SyncCursor {
        try text(name, expected: "a cursor of 1 to \(SyncCursor.limit) letters, digits, -, ., _ and ~") {
            SyncCursor($0)
        }
    }
}
