/// A mail server for submission or relaying, and the way to connect to it.
public struct MailServer: Hashable, Sendable {
    /// A way of protecting the connection.
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
    /// The protection of the connection.
    public var security: Security
    /// The login of this client; nil for a server that does not ask.
    public var credentials: MailCredentials?
    /// A PEM file of certificate authorities that are trusted besides the system's; nil for the system's only.
    public var certificateAuthorityFile: String?
    /// This client's name in `EHLO`: a host name, or an address in brackets (RFC 5321, section 4.1.3).
    public var clientName: String
    /// The limit for resolving, connecting and the TLS handshake together; default 10 s.
    public var connectTimeout: Duration
    /// The most connections at once, default 4; further messages wait in the order of their calls.
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

    /// The URL for libcurl, whose path is the name in `EHLO`.
    var url: String { "\(security == .implicitTLS ? "smtps" : "smtp")://\(host):\(port)/\(clientName)" }

    /// The fault in the description, such as characters that would change the meaning of the URL; nil without one.
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

/// A user name and password for a mail server; never printed.
public struct MailCredentials: Hashable, Sendable {
    /// The user name.
    public let user: String
    /// The password.
    public let password: String

    /// Makes credentials.
    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }
}

extension MailCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A constant: neither part is ever printed.
    public var description: String { "<mail credentials>" }
    /// A constant: neither part is ever printed.
    public var debugDescription: String { description }
    /// Nothing: `dump` would otherwise show the password.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
