internal import Synchronization

/// Hands messages to one mail server through libcurl, on threads of its own.
///
/// Not on `CurlClient`'s: libcurl waits for a mail server's last word, and for its good-bye, without giving the thread
/// back. Here a thread waits for one server alone. There are as many as connections, and only while there are messages;
/// each message has a connection of its own, which is closed in good order when the server has answered. TLS certificates
/// are always verified; there is no way around.
public final class MailClient: Sendable {
    /// Who is spoken to, and how.
    public let server: MailServer
    private let line: MailLine

    /// Makes a client; nothing is connected until there is a message.
    ///
    /// - Throws: `CurlError.invalidRequest` if the server's description cannot be used.
    public init(server: MailServer) throws(CurlError) {
        guard CurlClient.isReady else { throw .exhausted("libcurl \(CurlClient.version) could not be set up") }
        if let fault = server.fault { throw .invalidRequest(fault) }
        self.server = server
        line = MailLine(server: server)
    }

    deinit { line.close() }

    /// Hands over a message and waits for the server's last word.
    ///
    /// Cancelling the task ends the transfer, but does not call back what has been handed over.
    ///
    /// - Returns: The server's last word, whether it took the message or refused it, at whatever stage.
    /// - Throws: `CurlError` when the server said neither. It `mayHaveBeenProcessed` when the whole message had been
    ///   handed over and the answer is missing.
    public func send(_ mail: MailTransfer) async throws(CurlError) -> MailReply {
        if let fault = mail.fault { throw .invalidRequest(fault) }
        let job = MailJob(mail)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                job.isAwaited(by: continuation)
                line.append(job)
            }
        } onCancel: {
            job.cancel()
        }
        return try result.get()
    }

    /// Ends all transfers with `CurlError.shutDown` and waits until the threads have gone.
    public func shutdown() async {
        line.close()
        await withCheckedContinuation { line.whenQuiet($0) }
    }
}
