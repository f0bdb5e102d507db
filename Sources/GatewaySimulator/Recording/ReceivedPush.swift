public import AlarmCore

/// One request that the gateway received, with what it answered.
public struct ReceivedPush: Hashable, Sendable {
    /// What the sender was told.
    public enum Answer: Hashable, Sendable {
        /// An HTTP response.
        case response(GatewaySimulator.Response)
        /// Nothing: the stream stays open.
        case none
        /// RST_STREAM with this code.
        case reset(code: UInt32)
        /// The connection was closed.
        case disconnected
        /// The connection was made to stand still.
        case stalled
        /// The gateway's side of the connection was closed.
        case outputClosed
    }

    /// The request's number: 1 for the first that the gateway received, and so on.
    public var number = 0
    /// When the request was complete, by the gateway's clock.
    public var receivedAt: Instant
    /// The environment of the listener that it came to.
    public var environment = GatewaySimulator.Environment.sandbox
    /// The connection that brought it, numbered from 1 in the order of acceptance.
    public var connection: Int
    /// The HTTP/2 stream that brought it.
    public var stream: Int
    /// The device token in lower case; nil if the path named none.
    public var token: String?
    /// The `apns-id` of the answer: the request's own, or one that the gateway made.
    public var messageID: String
    /// All headers in order, pseudo-headers and `authorization` included.
    public var headers: [HeaderField]
    /// The body, cut after 5,120 bytes.
    public var payload: [UInt8]
    /// What the sender was told.
    public var answer: Answer

    /// The value of the first header with this name, in lower case, else nil.
    public func header(_ name: String) -> String? {
        headers.first { $0.name == name }?.value
    }

    /// Whether the sender was told that the push is on its way.
    public var isAccepted: Bool { answer == .response(.accepted) }
}
