package import AlarmCore
package import CurlClient
import FoundationEssentials

/// APNs' response to one push.
package struct APNsResponse: Hashable, Sendable {
    /// The longest pause that a `Retry-After` can impose; a longer one is cut to this.
    static let longestWait = Span.hours(1)

    /// The HTTP status; 200 is success.
    package let status: Int
    /// The reason for a refusal; nil for a success, or where the response gives none.
    package let rejection: APNsRejection?
    /// The time since which APNs knows that the device token is dead; only a 410 has it.
    package let timestamp: Instant?
    /// The pause that APNs asks for.
    package let retryAfter: Span?

    /// Parses a response.
    ///
    /// A success has no body; a refusal has `{"reason":…}`, with `"timestamp"` in milliseconds if its status is 410.
    package init(_ response: HTTPResponse) {
        status = response.status
        retryAfter = response.head.retryAfter(atMost: Self.longestWait)
        // The usual answer has no body, and finding that out by a decoder would cost more than all the rest.
        guard !response.body.isEmpty else {
            (rejection, timestamp) = (nil, nil)
            return
        }
        let body = Array(response.body.prefix(4096))
        rejection = (try? JSONDecoder().decode(Reason.self, from: Data(body))).map { APNsRejection(reason: $0.reason) }
        timestamp = (try? JSONDecoder().decode(Timestamp.self, from: Data(body)))
            .map { Instant(milliseconds: $0.timestamp) }
    }

    private struct Reason: Decodable { let reason: String }
    // Decoded apart from the reason, so that a malformed timestamp does not lose the reason.
    private struct Timestamp: Decodable { let timestamp: Int64 }
}
