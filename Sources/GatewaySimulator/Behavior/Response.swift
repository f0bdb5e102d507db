public import AlarmCore

extension GatewaySimulator {
    /// The gateway's answer to one request, apart from its `apns-id`.
    public struct Response: Hashable, Sendable {
        /// The HTTP status.
        public var status: Int
        /// The `reason` of the JSON body; nil for an answer without a body, such as a success.
        public var reason: String?
        /// The `timestamp` of the JSON body: the time since which a token is dead, sent only with a 410.
        public var timestamp: Instant?
        /// The header `retry-after`, sent in whole seconds, rounded up.
        public var retryAfter: Span?

        /// Creates an answer.
        public init(status: Int, reason: String? = nil, timestamp: Instant? = nil, retryAfter: Span? = nil) {
            self.status = status
            self.reason = reason
            self.timestamp = timestamp
            self.retryAfter = retryAfter
        }

        /// Success: 200 and no body.
        public static let accepted = Response(status: 200)

        init(_ rejection: Rejection) {
            self.init(
                status: rejection.reason.status,
                reason: rejection.reason.rawValue,
                timestamp: rejection.timestamp
            )
        }

        /// The JSON body, nil if there is none.
        var body: String? {
            guard let reason else { return nil }
            guard let timestamp else { return #"{"reason":\#(JSONText.quoted(reason))}"# }
            return #"{"reason":\#(JSONText.quoted(reason)),"timestamp":\#(timestamp.milliseconds)}"#
        }

        /// The value of `retry-after` in seconds, nil if there is none (RFC 9110, section 10.2.3).
        var retryAfterSeconds: Int64? {
            guard let milliseconds = retryAfter?.milliseconds else { return nil }
            let (seconds, rest) = max(0, milliseconds).quotientAndRemainder(dividingBy: 1000)
            return rest > 0 ? seconds + 1 : seconds
        }
    }
}
