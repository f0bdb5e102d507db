internal import Synchronization

/// Speaks HTTP through libcurl, on one thread that owns all handles.
///
/// Callers on any thread leave their requests in an inbox; the thread multiplexes them (epoll and
/// `curl_multi_socket_action`) and resumes the callers. TLS certificates are always verified; there is no way around.
public final class CurlClient: Sendable {
    private let configuration: Configuration
    private let inbox: Inbox
    private let thread: LoopThread
    private let lastID = Atomic<UInt64>(0)

    /// Starts a client and its thread.
    ///
    /// - Throws: `CurlError.exhausted` when the process lacks descriptors, threads or memory.
    public init(configuration: Configuration = Configuration()) throws(CurlError) {
        guard Self.isReady else { throw .exhausted("libcurl \(Self.version) could not be set up") }
        let inbox = try Inbox()
        self.configuration = configuration
        self.inbox = inbox
        let descriptor = try Poller.open()
        thread = try LoopThread {
            EventLoop(inbox: inbox, poller: Poller(descriptor: descriptor), configuration: configuration).run()
        }
    }

    deinit {
        inbox.close()
        thread.detach()
    }

    /// Sends a request and waits for the whole response.
    ///
    /// Cancelling the task ends the transfer, but not necessarily what it has set off at the peer.
    ///
    /// - Returns: Whatever the peer answered; see `HTTPResponse.failure` for an answer that was cut short.
    /// - Throws: `CurlError` when no head of a response has arrived.
    public func send(_ request: HTTPRequest) async throws(CurlError) -> HTTPResponse {
        if let fault = request.fault { throw .invalidRequest(fault) }
        let id = lastID.add(1, ordering: .relaxed).newValue
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                submit(Submission(id: id, request: request, receiver: .whole(continuation)))
                // A cancellation that came before the submission has found nothing to cancel.
                if Task.isCancelled { _ = inbox.post(.cancel(id)) }
            }
        } onCancel: {
            _ = inbox.post(.cancel(id))
        }
        return try result.get()
    }

    /// Sends a request and waits for the response's head only; the body is read from the stream.
    ///
    /// The request's `timeout` covers the whole stream: nil for one that has no end.
    ///
    /// - Throws: `CurlError` when no head of a response has arrived.
    public func stream(_ request: HTTPRequest) async throws(CurlError) -> HTTPStream {
        if let fault = request.fault { throw .invalidRequest(fault) }
        let id = lastID.add(1, ordering: .relaxed).newValue
        let buffer = StreamBuffer(id: id, limit: configuration.streamBufferBytes, inbox: inbox)
        submit(Submission(id: id, request: request, receiver: .stream(buffer)))
        let reader = HTTPStream.Reader(buffer)
        return HTTPStream(head: try await buffer.head(), reader: reader)
    }

    /// Ends all transfers with `CurlError.shutDown` and waits until the thread has gone.
    public func shutdown() async {
        inbox.close()
        await thread.join()
    }

    private func submit(_ submission: Submission) {
        if !inbox.post(.start(submission)) { submission.receiver.fail(.shutDown) }
    }
}
