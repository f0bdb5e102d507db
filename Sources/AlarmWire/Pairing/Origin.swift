/// The address of a relay: `https://host[:port]`, lower case, no trailing slash, no default port.
///
/// The text takes part in the key derivation of a pairing, so that it has one spelling only. Plain `http` is for a
/// relay on the same machine: `127.0.0.1`, `[::1]` and `localhost`.
public struct Origin: Hashable, Sendable {
    /// The hosts for which plain http is allowed.
    public static let loopbackHosts: Set<String> = ["127.0.0.1", "[::1]", "localhost"]

    /// Whether the connection is encrypted.
    public let isSecure: Bool
    /// The host: a name, an IPv4 address, or an IPv6 address in brackets.
    public let host: String
    /// The port, if it is not the scheme's own (443, 80).
    public let port: UInt16?

    /// Reads an origin as people write it: any case, with or without the default port and one trailing slash.
    ///
    /// - Throws: what is wrong with it.
    public init(_ text: some StringProtocol) throws(OriginError) {
        guard text.utf8.count <= 300, text.utf8.allSatisfy({ $0 < 0x80 }) else { throw .host }
        let lower = text.lowercased()
        let isSecure: Bool
        let rest: Substring
        if lower.hasPrefix("https://") {
            isSecure = true
            rest = lower.dropFirst(8)
        } else if lower.hasPrefix("http://") {
            isSecure = false
            rest = lower.dropFirst(7)
        } else {
            throw .scheme
        }
        let authority = rest.hasSuffix("/") ? rest.dropLast() : rest
        try self.init(isSecure: isSecure, authority: authority)
    }

    /// Reads the one canonical spelling of an origin, as used on the wire, else nil.
    public init?(canonical text: String) {
        guard let origin = try? Origin(text), origin.text.utf8.elementsEqual(text.utf8) else { return nil }
        self = origin
    }

    /// Makes an origin of a lower-case `host[:port]`.
    init(isSecure: Bool, authority: Substring) throws(OriginError) {
        var host = authority
        var port: UInt16?
        let nameEnd = authority.lastIndex(of: "]") ?? authority.startIndex
        if let colon = authority[nameEnd...].firstIndex(of: ":") {
            host = authority[..<colon]
            let digits = authority[authority.index(after: colon)...]
            guard let number = HostSyntax.port(digits) else { throw .port }
            port = number == (isSecure ? 443 : 80) ? nil : number
        }
        guard HostSyntax.isHost(host) else { throw .host }
        guard isSecure || Self.loopbackHosts.contains(String(host)) else { throw .plaintext(host: String(host)) }
        self.isSecure = isSecure
        self.host = String(host)
        self.port = port
    }

    /// The canonical spelling.
    public var text: String { (isSecure ? "https://" : "http://") + authority }

    /// The host, with the port where there is one.
    public var authority: String { port.map { "\(host):\($0)" } ?? host }
}

extension Origin: CustomStringConvertible {
    /// The canonical spelling.
    public var description: String { text }
}

/// Why a text is not an origin.
public enum OriginError: Error, Hashable, Sendable {
    /// The text begins with neither `https://` nor `http://`.
    case scheme
    /// The host is neither a host name nor an address, or a path follows it.
    case host
    /// The port is not a number from 1 to 65535.
    case port
    /// Plain http to another machine.
    case plaintext(host: String)
}

extension OriginError: CustomStringConvertible {
    /// The problem and the remedy.
    public var description: String {
        switch self {
        case .scheme: "The address has to begin with https://, as in https://relay.example.org."
        case .host:
            """
            The address has to be a host name or an IP address, with no path after it, as in \
            https://relay.example.org; write international names in their xn-- form.
            """
        case .port: "The port has to be a number from 1 to 65535."
        case .plaintext(let host): "Plain http is only for a relay on this machine; use https://\(host)."
        }
    }
}
