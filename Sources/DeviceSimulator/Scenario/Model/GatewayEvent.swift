package import AlarmCore

/// An event of the push gateway.
package enum GatewayEvent: Hashable, Sendable {
    /// A fault of the gateway, as a scenario names it.
    package enum Fault: String, CaseIterable, Hashable, Sendable {
        /// The gateway answers 429, `TooManyRequests`.
        case throttles
        /// The gateway answers 503, `ServiceUnavailable`.
        case fails
        /// The gateway never answers.
        case stalls
        /// The gateway resets every stream, as REFUSED_STREAM.
        case resets
        /// The gateway closes the connection without an answer.
        case disconnects
        /// The gateway ends every connection with a GOAWAY after some requests.
        case goesAway = "goes-away"
    }

    /// The gateway stops listening.
    case goDown
    /// The gateway listens again.
    case comeUp
    /// The gateway shows a fault.
    ///
    /// - `phone`: towards this phone only, if not nil.
    /// - `retryAfter`: the delay that a 429 or a 503 asks for, if any.
    /// - `every`: every how many requests the fault occurs; for a GOAWAY, the number of requests per connection.
    case misbehave(Fault, phone: String?, retryAfter: Span?, every: Int)
    /// The gateway works normally again, towards every phone.
    case recover

    /// The words for these events in a scenario.
    package static let words = ["down", "up", "recovers"] + Fault.allCases.map(\.rawValue)
}
