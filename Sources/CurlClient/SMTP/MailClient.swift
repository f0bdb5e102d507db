internal import Synchronization

/// Sends messages to one mail server through libcurl, on threads of its own.
///
/// Not on `CurlClient`'s thread: libcurl blocks while it waits for a mail server's final reply, and for its reply to
/// `QUIT`. Here a thread waits for one server only. There are as many threads as connections, and only while there are
/// messages; each message has a connection of its own, which is closed in good order when the server has answered. TLS
/// certificates are always verified; this cannot be turned off.
public final class MailClient: Sendable {
    /// The mail server.
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

    /// Sends a message and waits for the server's final reply.
    ///
    /// Cancelling the task ends the transfer, but does not recall a message that was already handed over.
    ///
    /// - Returns: The server's final reply, whether it accepted the message or refused it, at whatever stage.
    /// - Throws: `CurlError` when the server did neither. It `mayHaveBeenProcessed` when the whole message had been
    ///   handed over and the reply is missing.
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

    /// Ends all transfers with `CurlError.shutDown` and waits until the threads have ended.
    public func shutdown() async {
        line.close()
        await withCheckedContinuation { line.whenQuiet($0) }
    }
}
