internal import CCurl
internal import Synchronization

/// An HTTP client on libcurl, with one thread that owns all handles.
///
/// Callers on any thread post their requests to an inbox; the thread multiplexes them (epoll and
/// `curl_multi_socket_action`) and resumes the callers. TLS certificates are always verified; this cannot be turned
/// off.
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
    /// Cancelling the task ends the transfer, but not necessarily its effects at the peer.
    ///
    /// - Returns: The peer's response, of any status; see `HTTPResponse.failure` for one that was cut short.
    /// - Throws: `CurlError` when no head of a response has arrived.
    public func send(_ request: HTTPRequest) async throws(CurlError) -> HTTPResponse {
        if let fault = request.fault { throw .invalidRequest(fault) }
        let id = lastID.add(1, ordering: .relaxed).newValue
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                submit(Submission(id: id, request: request, receiver: .whole(continuation)))
                // A cancellation before the submission found nothing to cancel.
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

    /// Ends all transfers with `CurlError.shutDown` and waits until the thread has ended.
    public func shutdown() async {
        inbox.close()
        await thread.join()
    }

    private func submit(_ submission: Submission) {
        if !inbox.post(.start(submission)) { submission.receiver.fail(.shutDown) }
    }
}

extension CurlClient {
    /// What holds for every request of a client.
    public struct Configuration: Sendable {
        /// How long resolving, connecting and the TLS handshake may take together; default 10 s.
        public var connectTimeout: Duration
        /// The largest body that `send` gathers, in bytes; default 1 MiB.
        public var maximumResponseBytes: Int
        /// How much of a stream is held for a slow reader before the peer is made to wait, in bytes; default 64 KiB.
        public var streamBufferBytes: Int

        /// Makes a configuration.
        public init(
            connectTimeout: Duration = .seconds(10),
            maximumResponseBytes: Int = 1024 * 1024,
            streamBufferBytes: Int = 64 * 1024
        ) {
            self.connectTimeout = connectTimeout
            self.maximumResponseBytes = maximumResponseBytes
            self.streamBufferBytes = streamBufferBytes
        }
    }
}

extension CurlClient {
    /// The version of the libcurl that is loaded, as in `7.88.1`.
    public static var version: String {
        guard let text = ccurl_version()?.pointee.version else { return "unknown" }
        return String(cString: text)
    }

    /// Whether this libcurl resets every HTTP/2 stream whose response has no body, as all before 8.14 do.
    public static let resetsBodilessStreams: Bool =
        (ccurl_version()?.pointee.version_num ?? 0) < 0x08_0E_00

    /// Sets libcurl up for the process, once; false when it could not be.
    static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}
