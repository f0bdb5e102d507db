/// A mail server that takes messages for others, and how it is spoken to.
public struct MailServer: Hashable, Sendable {
    /// How the connection is protected.
    public enum Security: String, Hashable, Sendable, CaseIterable {
        /// TLS after `STARTTLS` (RFC 3207); a server that does not offer it is an error, never a reason to go without.
        case startTLS = "starttls"
        /// TLS from the first byte (RFC 8314, section 3).
        case implicitTLS = "tls"
        /// No protection: for a server on this computer.
        case none
    }

    /// The host's name or address, an IPv6 address in brackets.
    public var host: String
    /// The port: 587 for submission with `STARTTLS`, 465 with TLS from the start.
    public var port: UInt16
    /// How the connection is protected.
    public var security: Security
    /// How this client proves who it is; nil for a server that does not ask.
    public var credentials: MailCredentials?
    /// A PEM file of certificate authorities that are trusted besides the system's; nil for the system's alone.
    public var certificateAuthorityFile: String?
    /// What this client calls itself in `EHLO`: a host name, or an address in brackets (RFC 5321, section 4.1.3).
    public var clientName: String
    /// How long resolving, connecting and the TLS handshake may take together; default 10 s.
    public var connectTimeout: Duration
    /// How many connections there may be at once, default 4; the rest wait in the order of their calls.
    public var maximumConnections: Int

    /// Describes a server.
    public init(
        host: String,
        port: UInt16,
        security: Security = .startTLS,
        credentials: MailCredentials? = nil,
        certificateAuthorityFile: String? = nil,
        clientName: String,
        connectTimeout: Duration = .seconds(10),
        maximumConnections: Int = 4
    ) {
        self.host = host
        self.port = port
        self.security = security
        self.credentials = credentials
        self.certificateAuthorityFile = certificateAuthorityFile
        self.clientName = clientName
        self.connectTimeout = connectTimeout
        self.maximumConnections = maximumConnections
    }

    /// The URL that makes libcurl speak as described: its path is what `EHLO` says.
    var url: String { "\(security == .implicitTLS ? "smtps" : "smtp")://\(host):\(port)/\(clientName)" }

    /// What is wrong with the description, nil when nothing is: whatever could change the meaning of the URL.
    var fault: String? {
        if host.isEmpty || !host.utf8.allSatisfy({ $0.isHostCharacter || $0 == UInt8(ascii: ":") }) {
            return "the mail server's host is neither a name nor an address"
        }
        if clientName.isEmpty || !clientName.utf8.allSatisfy({ $0.isHostCharacter || $0 == UInt8(ascii: ":") }) {
            return "the name for EHLO is neither a host name nor an address in brackets"
        }
        return port == 0 ? "the mail server's port is 0" : nil
    }
}

extension UInt8 {
    fileprivate var isHostCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: "["), UInt8(ascii: "]"):
            true
        default: false
        }
    }
}
