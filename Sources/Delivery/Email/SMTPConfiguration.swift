package import AlarmCore
package import CurlClient

/// The mail server, the sender, and the settings for sending letters.
package struct SMTPConfiguration: Sendable {
    /// The reason why a configuration is refused.
    package enum Fault: Error, Hashable, Sendable {
        /// Letters, and the password if there is one, would cross the network unencrypted.
        case unprotected
    }

    /// The server that accepts the letters.
    package let server: MailServer
    /// The sender; the domain is part of each `Message-ID`.
    package let sender: Mailbox
    /// The address for delivery reports; default the sender's address.
    package var bounces: EmailAddress
    /// The longest time for one attempt, default 60 s; a letter's deadline can shorten it.
    package var attemptTimeout: Span

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - server: The server that accepts the letters.
    ///   - sender: The sender.
    ///   - attemptTimeout: The longest time for one attempt.
    ///   - allowsUnprotected: Whether a server on another computer may be used without TLS.
    /// - Throws: `Fault.unprotected` for such a server where that is not allowed.
    package init(
        server: MailServer,
        sender: Mailbox,
        attemptTimeout: Span = .seconds(60),
        allowsUnprotected: Bool = false
    ) throws(Fault) {
        let isLocal = ["localhost", "127.0.0.1", "[::1]"].contains(server.host.lowercased())
        guard server.security != .none || isLocal || allowsUnprotected else { throw .unprotected }
        self.server = server
        self.sender = sender
        bounces = sender.address
        self.attemptTimeout = attemptTimeout
    }
}

extension SMTPConfiguration.Fault: CustomStringConvertible {
    /// The fault and its remedy.
    package var description: String {
        "the mail server is not on this computer and would be spoken to without TLS: choose starttls or tls"
    }
}
