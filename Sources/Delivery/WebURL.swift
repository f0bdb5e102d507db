/// A web URL in the only form that is requested: a scheme, a host, optionally a port and a path, all in ASCII.
///
/// It has no user information, which would put a password into logs, and no fragment, which only concerns browsers.
package struct WebURL: Hashable, Sendable {
    /// The longest URL accepted, in bytes.
    package static let longest = 2048

    /// The whole URL, as given.
    package let text: String
    /// Whether the scheme is `https`.
    package let isSecure: Bool
    /// The host's name in lower case, or its address, an IPv6 address in brackets.
    package let host: String
    /// The port; the scheme's default where none is named.
    package let port: UInt16
    /// The part after host and port, which begins with a slash or a question mark; empty for none.
    package let pathAndQuery: String

    /// Parses an absolute `https` or `http` URL; nil for any other text.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.longest,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"<>\"\\^`{|}#".utf8.contains($0) })
        else { return nil }
        let rest: Substring
        if text.hasPrefix("https://") {
            (isSecure, rest) = (true, text.dropFirst(8))
        } else if text.hasPrefix("http://") {
            (isSecure, rest) = (false, text.dropFirst(7))
        } else {
            return nil
        }
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        guard let (host, port) = Self.authority(rest[..<end]) else { return nil }
        self.text = text
        self.host = host
        self.port = port ?? (isSecure ? 443 : 80)
        pathAndQuery = String(rest[end...])
    }

    private static func authority(_ text: Substring) -> (host: String, port: UInt16?)? {
        let hostEnd: Substring.Index
        if text.hasPrefix("[") {
            guard let bracket = text.firstIndex(of: "]") else { return nil }
            hostEnd = text.index(after: bracket)
            let isAddress = text[text.index(after: text.startIndex)..<bracket].utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20) || byte == UInt8(ascii: ":")
                    || byte == UInt8(ascii: ".")
            }
            guard isAddress else { return nil }
        } else {
            hostEnd = text.firstIndex(of: ":") ?? text.endIndex
            let isName = text[..<hostEnd].utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "-._".utf8.contains(byte)
            }
            guard isName else { return nil }
        }
        let host = text[..<hostEnd].lowercased()
        guard (1...255).contains(host.utf8.count) else { return nil }
        guard hostEnd < text.endIndex else { return (host, nil) }
        let digits = text[text.index(after: hostEnd)...]
        guard text[hostEnd] == ":", let port = UInt16(digits), port > 0, !digits.hasPrefix("+") else { return nil }
        return (host, port)
    }
}

extension WebURL: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The host only: the path of a webhook is a secret.
    package var description: String { "<URL at \(host)>" }
    /// The host only: the path of a webhook is a secret.
    package var debugDescription: String { description }
    /// Empty: `dump` would otherwise show the path.
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
