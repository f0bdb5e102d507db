/// Why a request got no response, or only a part of one.
///
/// The cases answer the one question that matters to a sender: may the peer have acted on the request? Texts are
/// libcurl's own; they name hosts, never paths, headers or bodies.
public enum CurlError: Error, Hashable, Sendable {
    /// The request was refused before anything was sent; the text says what to change.
    case invalidRequest(String)
    /// The process lacks a resource: memory, descriptors, threads.
    case exhausted(String)
    /// The client has been shut down.
    case shutDown
    /// The calling task was cancelled.
    case cancelled
    /// The host's name has no address.
    case unresolved(String)
    /// No connection could be made.
    case unreachable(String)
    /// The connection is not secure, because of its certificate or its handshake.
    case untrusted(String)
    /// The peer said that it did not process the request (RFC 9113, section 8.7).
    case refused(String)
    /// Time ran out, before or after the request began to be sent.
    case timedOut(afterSending: Bool)
    /// The connection failed after the request began to be sent.
    case interrupted(String)
    /// The peer sent nothing at all on this connection for as long as the profile allows.
    case stalled
    /// The response is larger than the client accepts, in bytes.
    case responseTooLarge(limit: Int)

    /// Whether the peer may have acted on the request, so that a retry may repeat its effects.
    public var mayHaveBeenProcessed: Bool {
        switch self {
        case .invalidRequest, .exhausted, .unresolved, .unreachable, .untrusted, .refused: false
        case .timedOut(let afterSending): afterSending
        case .shutDown, .cancelled, .interrupted, .stalled, .responseTooLarge: true
        }
    }
}

extension CurlError: CustomStringConvertible {
    /// One line for an operator.
    public var description: String {
        switch self {
        case .invalidRequest(let text): "the request is invalid: \(text)"
        case .exhausted(let text): "out of resources: \(text)"
        case .shutDown: "the HTTP client has been shut down"
        case .cancelled: "the request was cancelled"
        case .unresolved(let text): "the host's name has no address: \(text)"
        case .unreachable(let text): "no connection: \(text)"
        case .untrusted(let text): "the connection is not secure: \(text)"
        case .refused(let text): "the peer refused the request unprocessed: \(text)"
        case .timedOut(afterSending: false): "timed out before the request was sent"
        case .timedOut(afterSending: true): "timed out after the request was sent"
        case .interrupted(let text): "the connection failed after the request was sent: \(text)"
        case .stalled: "the connection stalled after the request was sent"
        case .responseTooLarge(let limit): "the response is larger than \(limit) bytes"
        }
    }
}
