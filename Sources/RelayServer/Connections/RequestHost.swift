/// The host that a request names, by which every version of HTTP has it tell whom it means.
enum RequestHost {
    /// The punctuation of a name, of an address and of the port behind either (RFC 3986, section 3.2.2).
    private static let punctuation = Set("-._~!$&'()*+,;=%[]:".utf8)

    /// The host among the values of a request's `host` fields; nil if there is none, several, or one that cannot be.
    static func only(of fields: [String]) -> String? {
        guard fields.count == 1, let field = fields.first else { return nil }
        let host = String(field[...].trimmed)
        return isHost(host) ? host : nil
    }

    /// Whether a text can be a host, with or without a port; no user stands before it (RFC 9110, section 4.2.4).
    static func isHost(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { isAlphanumeric($0) || punctuation.contains($0) }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default:
            false
        }
    }
}
