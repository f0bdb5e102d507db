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
}
