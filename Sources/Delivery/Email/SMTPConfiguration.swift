package import AlarmCore
package import CurlClient

/// How letters leave: by which server, from whom.
package struct SMTPConfiguration: Sendable {
    /// Why a configuration is not used.
    package enum Fault: Error, Hashable, Sendable {
        /// It would send letters, and a password where there is one, over the network for all to read.
        case unprotected
    }

    /// Who takes the letters.
    package let server: MailServer
    /// Whom the letters are from; its domain names the messages.
    package let sender: Mailbox
    /// Who is told by mail that a letter could not be delivered; default the sender's address.
    package var bounces: EmailAddress
    /// How long one attempt may take, in all, default 60 s; a letter's deadline makes it shorter.
    package var attemptTimeout: Span

    /// Makes a configuration.
    ///
    /// - Parameters:
    ///   - server: Who takes the letters.
    ///   - sender: Whom the letters are from.
    ///   - attemptTimeout: How long one attempt may take.
    ///   - allowsUnprotected: Whether a server that is not on this computer may be spoken to without TLS.
    /// - Throws: `Fault.unprotected` where that is not so.
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
    /// What is wrong and what to do.
    package var description: String {
        "the mail server is not on this computer and would be spoken to without TLS: choose starttls or tls"
    }
}
