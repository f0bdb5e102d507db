package import AlarmCore
package import CurlClient

extension RetryReason {
    /// The reason why a request got no answer, in libcurl's text unless another one is given.
    package init(_ failure: CurlError, saying words: String? = nil) {
        let words = words ?? "\(failure)"
        switch failure {
        case .exhausted: self = .exhausted(words)
        case .unresolved: self = .unresolved(words)
        case .unreachable: self = .unreachable(words)
        case .untrusted: self = .untrusted(words)
        case .refused: self = .refusedUnprocessed(words)
        case .timedOut: self = .timedOut(words)
        case .interrupted: self = .interrupted(words)
        case .stalled: self = .stalled(words)
        case .invalidRequest, .shutDown, .cancelled, .responseTooLarge: self = .other(words)
        }
    }
}

extension HTTPResponseHead {
    /// The pause that the peer asks for, in the seconds of a `Retry-After` (RFC 9110, section 10.2.3), up to `longest`.
    ///
    /// The date form is ignored, since it would trust the peer's clock.
    func retryAfter(atMost longest: Span) -> Span? {
        guard let text = headers["retry-after"], let seconds = Int64(text), seconds >= 0 else { return nil }
        return min(.seconds(seconds), longest)
    }

    /// The pause that the peer asks for, in seconds or as a date, up to `longest`.
    ///
    /// A date is compared with the answer's own `Date`, so that only the peer's clock counts; with `now` where it has
    /// none.
    func retryAfter(atMost longest: Span, now: Instant) -> Span? {
        if let wait = retryAfter(atMost: longest) { return wait }
        guard let end = headers["retry-after"].flatMap(HTTPDate.parse) else { return nil }
        let start = headers["date"].flatMap(HTTPDate.parse) ?? now
        return min(max(end - start, .zero), longest)
    }
}

extension CurlError {
    /// The failure without libcurl's own text, which can quote an untrusted server or name.
    var kind: String {
        switch self {
        case .unresolved: "the host's name has no address"
        case .unreachable: "no connection"
        case .untrusted: "the connection is not secure; look at the certificate"
        case .interrupted: "the connection failed after the request was sent"
        default: "\(self)"
        }
    }
}
