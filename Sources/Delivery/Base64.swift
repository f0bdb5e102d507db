import FoundationEssentials

/// Base64 with padding (RFC 4648, section 4), as used in HTTP headers.
enum Base64 {
    /// The text for `bytes`.
    static func encode(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    /// The decoded bytes; nil unless `text` is their canonical encoding.
    static func decode(_ text: String) -> [UInt8]? {
        guard let data = Data(base64Encoded: text), data.base64EncodedString() == text else { return nil }
        return Array(data)
    }
}
