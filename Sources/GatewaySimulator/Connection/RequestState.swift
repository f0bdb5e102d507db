/// One request on its stream, from its headers to its answer.
enum RequestState: Hashable {
    /// Its body is still coming in.
    case receiving(ReceivedRequest)
    /// It is complete, and its answer is being held back.
    case delayed(RequestDecision)
}

/// One request as far as it was received.
struct ReceivedRequest: Hashable {
    var head: RequestHead
    /// The body, no more of it than the largest payload.
    var payload: [UInt8] = []
    /// The length of the body so far, kept or not.
    var size = 0

    mutating func append(_ bytes: some Collection<UInt8>) {
        size += bytes.count
        let room = RequestRules.largestPayload - payload.count
        if room > 0 {
            payload.append(contentsOf: bytes.prefix(room))
        }
    }
}

/// What is to become of one complete request.
struct RequestDecision: Hashable {
    /// The `apns-id` of the answer.
    var messageID: String
    /// What the sender is told.
    var answer: ReceivedPush.Outcome
    /// How long the answer is held back.
    var latencyMilliseconds: Int64 = 0
    /// After how many requests the connection ends, and how; nil for never.
    var goAway: GatewaySimulator.Behavior.GoAwayRule?
    /// Whether nothing that comes after the request is read any more.
    var closesInput = false
    /// Whether the request proved who sent it.
    var isAuthenticated: Bool
}

/// Where a request came in.
struct RequestOrigin: Hashable {
    /// The environment of the listener that accepted its connection.
    var environment: GatewaySimulator.Environment
    /// The connection, numbered from 1 in the order of acceptance.
    var connection: Int
    /// The HTTP/2 stream.
    var stream: Int
}
