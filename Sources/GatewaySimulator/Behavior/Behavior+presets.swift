public import AlarmCore

extension GatewaySimulator.Behavior {
    /// A gateway without faults.
    public static let genuine = Self()

    /// Answers with `status` and `reason`, documented or not.
    public static func respond(
        status: Int,
        reason: String?,
        timestamp: Instant? = nil,
        retryAfter: Span? = nil,
        portion: Portion = .all
    ) -> Self {
        let response = GatewaySimulator.Response(
            status: status,
            reason: reason,
            timestamp: timestamp,
            retryAfter: retryAfter
        )
        return Self(answer: .fixed(response), portion: portion)
    }

    /// Answers with a documented reason and its status.
    public static func reject(
        _ reason: GatewaySimulator.Reason,
        timestamp: Instant? = nil,
        portion: Portion = .all
    ) -> Self {
        respond(status: reason.status, reason: reason.rawValue, timestamp: timestamp, portion: portion)
    }

    /// Answers 429, with a Retry-After where `retryAfter` is given.
    public static func throttle(retryAfter: Span? = nil, portion: Portion = .all) -> Self {
        let reason = GatewaySimulator.Reason.tooManyRequests
        return respond(status: reason.status, reason: reason.rawValue, retryAfter: retryAfter, portion: portion)
    }

    /// Holds every answer back.
    public static func delay(_ latency: Span) -> Self { Self(latency: latency) }

    /// Never answers; with `delivers`, the push arrives all the same.
    public static func neverAnswer(delivers: Bool = false, portion: Portion = .all) -> Self {
        Self(answer: .never, portion: portion, delivers: delivers)
    }

    /// Resets the stream instead of answering.
    public static func resetStream(code: UInt32, delivers: Bool = false, portion: Portion = .all) -> Self {
        Self(answer: .reset(code: code), portion: portion, delivers: delivers)
    }

    /// Ends every connection with a GOAWAY after `count` requests.
    public static func goAway(afterEvery count: Int, kind: GoAwayRule.Kind = .abrupt) -> Self {
        Self(faults: [], goAway: GoAwayRule(afterEvery: count, kind: kind))
    }

    /// Ends the connection as a network failure would; with `delivers`, the push arrives all the same.
    public static func disconnect(delivers: Bool = false, portion: Portion = .all) -> Self {
        Self(answer: .disconnect, portion: portion, delivers: delivers)
    }

    /// Stalls the connection: it stays open, but nothing is read or answered.
    public static func stall(delivers: Bool = false, portion: Portion = .all) -> Self {
        Self(answer: .stall, portion: portion, delivers: delivers)
    }

    /// Ends one direction of the connection.
    public static func halfClose(_ direction: Direction, portion: Portion = .all) -> Self {
        Self(answer: .halfClose(direction), portion: portion)
    }

    /// Accepts no more than the given number of requests in any period as long as `window`.
    public static func limit(
        _ requests: Int,
        per window: Span = .seconds(1),
        scope: RateLimit.Scope = .everybody
    ) -> Self {
        Self(faults: [], rate: RateLimit(requests: requests, per: window, scope: scope))
    }
}
