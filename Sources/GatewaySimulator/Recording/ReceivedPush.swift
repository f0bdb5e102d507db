public import AlarmCore

/// One request that the gateway received, with its answer.
public struct ReceivedPush: Hashable, Sendable {
    /// The answer that the sender received.
    public enum Outcome: Hashable, Sendable {
        /// An HTTP response.
        case response(GatewaySimulator.Response)
        /// No answer: the stream stays open.
        case none
        /// RST_STREAM with this code.
        case reset(code: UInt32)
        /// The connection was closed.
        case disconnected
        /// The connection was stalled.
        case stalled
        /// The gateway's side of the connection was closed.
        case outputClosed
    }

    /// Number of the request, from 1 in the order of arrival.
    public var number = 0
    /// Time at which the request was complete, by the gateway's clock.
    public var receivedAt: Instant
    /// Environment of the listener that accepted the connection.
    public var environment = GatewaySimulator.Environment.sandbox
    /// Number of the connection, from 1 in the order of acceptance.
    public var connection: Int
    /// HTTP/2 stream of the request.
    public var stream: Int
    /// Device token in lower case; nil if the path had none.
    public var token: String?
    /// The `apns-id` of the answer: the request's own, or one that the gateway made.
    public var messageID: String
    /// All headers in order, including pseudo-headers and `authorization`.
    public var headers: [HeaderField]
    /// Body, cut after 5,120 bytes.
    public var payload: [UInt8]
    /// The answer that the sender received.
    public var answer: Outcome

    /// Returns the value of the first header with this lower-case name; nil if there is none.
    public func header(_ name: String) -> String? {
        headers.first { $0.name == name }?.value
    }

    /// Whether the sender was told that the push was accepted.
    public var isAccepted: Bool {
        guard case .response(let response) = answer else { return false }
        return (200..<300).contains(response.status)
    }
}
