import AlarmCore
import CurlClient

extension HTTPResponseHead {
    /// How long the peer asks to wait, in the seconds of a `Retry-After` (RFC 9110, section 10.2.3), cut to `longest`.
    ///
    /// Its other form, a date, is passed over: it would trust the peer's clock.
    func retryAfter(atMost longest: Span) -> Span? {
        guard let text = headers["retry-after"], let seconds = Int64(text), seconds >= 0 else { return nil }
        return min(.seconds(seconds), longest)
    }
}
