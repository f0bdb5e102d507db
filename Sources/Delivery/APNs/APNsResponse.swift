package import AlarmCore
package import CurlClient
import FoundationEssentials

/// What APNs said to one push.
package struct APNsAnswer: Hashable, Sendable {
    /// The longest wait that a `Retry-After` can impose; a gateway that asks for more is asked again after this.
    static let longestWait = Span.hours(1)

    /// The HTTP status; 200 is success.
    package let status: Int
    /// Why the push was refused; nil where it was not, or where the answer does not say.
    package let rejection: APNsRejection?
    /// Since when APNs knows that the device token is dead; only a 410 tells.
    package let timestamp: Instant?
    /// How long APNs asks to wait.
    package let retryAfter: Span?

    /// Reads a response.
    ///
    /// A success has no body; a refusal has `{"reason":…}`, with `"timestamp"` in milliseconds if its status is 410.
    package init(_ response: HTTPResponse) {
        status = response.status
        retryAfter = response.head.retryAfter(atMost: Self.longestWait)
        let body = Array(response.body.prefix(4096))
        rejection = (try? JSONDecoder().decode(Reason.self, from: Data(body))).map { APNsRejection(reason: $0.reason) }
        timestamp = (try? JSONDecoder().decode(Timestamp.self, from: Data(body)))
            .map { Instant(milliseconds: $0.timestamp) }
    }

    private struct Reason: Decodable { let reason: String }
    /// Apart from the reason, so that a timestamp of another form does not cost the reason.
    private struct Timestamp: Decodable { let timestamp: Int64 }
}
