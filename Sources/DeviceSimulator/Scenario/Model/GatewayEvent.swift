package import AlarmCore

/// What happens to the push gateway.
package enum GatewayEvent: Hashable, Sendable {
    /// How it misbehaves, by a word.
    package enum Fault: String, CaseIterable, Hashable, Sendable {
        /// It answers 429, `TooManyRequests`.
        case throttles
        /// It answers 503, `ServiceUnavailable`.
        case fails
        /// It never answers.
        case stalls
        /// It resets every stream, as REFUSED_STREAM.
        case resets
        /// It closes the connection without a word.
        case disconnects
        /// It ends every connection with a GOAWAY after some requests.
        case goesAway = "goes-away"
    }

    /// Nothing listens at its address any more.
    case goDown
    /// It listens again.
    case comeUp
    /// It misbehaves.
    ///
    /// - `phone`: towards one phone alone, if not nil.
    /// - `retryAfter`: what a 429 or a 503 asks for, if anything.
    /// - `every`: befalls every so manieth request; of a GOAWAY, after how many requests of a connection.
    case misbehave(Fault, phone: String?, retryAfter: Span?, every: Int)
    /// It is in good health again, towards everybody.
    case recover

    /// The word that a scenario uses.
    package static let words = ["down", "up", "recovers"] + Fault.allCases.map(\.rawValue)
}
