import CurlClient
import TestSupport

/// A message and its server.
struct MailSubmission: Sendable {
    var server: MailServer
    var mail: MailTransfer

    /// A short message to a server that may not exist.
    init(
        host: String = "localhost",
        port: UInt16 = 1,
        clientName: String = "relay.example.com",
        sender: String = "relay@example.com",
        recipient: String = "someone@example.com",
        text: String = "Subject: Hello\r\n\r\nHello.\r\n"
    ) {
        server = MailServer(host: host, port: port, security: .none, clientName: clientName)
        server.connectTimeout = .seconds(600)
        mail = MailTransfer(
            sender: sender,
            recipient: recipient,
            message: Array(text.utf8),
            timeout: .seconds(600)
        )
    }

    /// A short message to a sink, whose certificate is trusted.
    init(
        to sink: MailSink,
        security: MailServer.Security = .none,
        sender: String = "relay@example.com",
        recipient: String = "someone@example.com",
        text: String = "Subject: Hello\r\n\r\nHello.\r\n"
    ) throws {
        self.init(port: sink.port, sender: sender, recipient: recipient, text: text)
        server.security = security
        server.certificateAuthorityFile = try TestCertificate.server.get().certificateFile
    }

    /// Submits the message with a new client.
    func send() async throws(CurlError) -> MailReply {
        let client = try MailClient(server: server)
        let result: Result<MailReply, CurlError>
        do throws(CurlError) { result = .success(try await client.send(mail)) } catch { result = .failure(error) }
        await client.shutdown()
        return try result.get()
    }

    /// The error of the submission; nil if it succeeds.
    func failure() async -> CurlError? {
        do throws(CurlError) { _ = try await send() } catch { return error }
        return nil
    }
}

extension MailServer.Security {
    /// The sink's mode for this kind of connection.
    var mode: MailSink.Mode {
        switch self {
        case .startTLS: .startTLS
        case .implicitTLS: .implicitTLS
        case .none: .plain
        }
    }
}
