import AlarmCore
import GatewaySimulator

extension GatewayFault {
    /// Every fault that is tried, in the order of the table; the first is a gateway without faults.
    package static let all: [GatewayFault] = health + endings + resets + refusals + silences

    private static let health = [
        GatewayFault("healthy", "does nothing amiss"),
        GatewayFault("latency", "answers after 50 ms", behavior: .delay(.milliseconds(50))),
        GatewayFault(
            "one-stream",
            "holds the stream limit at 1",
            rules: GatewaySimulator.ConnectionRules(holdsStreamLimit: true)
        ),
    ]

    private static let endings = [
        GatewayFault(
            "goaway-graceful",
            "announces GOAWAY after every 40th request",
            behavior: .goAway(afterEvery: 40, kind: .graceful)
        ),
        GatewayFault(
            "goaway",
            "sends GOAWAY with every 40th request and answers none after it",
            behavior: .goAway(afterEvery: 40, kind: .abrupt)
        ),
        GatewayFault(
            "goaway-immediate",
            "sends GOAWAY with every 40th request and closes at once",
            behavior: .goAway(afterEvery: 40, kind: .immediate)
        ),
        GatewayFault(
            "disconnect",
            "drops the connection at every 100th request",
            behavior: .disconnect(portion: .every(100))
        ),
        GatewayFault(
            "disconnect-delivered",
            "takes every 100th push and drops the connection",
            behavior: .disconnect(delivers: true, portion: .every(100))
        ),
        GatewayFault(
            "half-close",
            "closes its side of the connection at every 200th request",
            behavior: .halfClose(.output, portion: .every(200))
        ),
    ]

    private static let resets = [
        GatewayFault(
            "refused-stream",
            "resets every 7th stream with REFUSED_STREAM",
            behavior: .resetStream(code: 7, portion: .every(7))
        ),
        GatewayFault(
            "reset-stream",
            "resets every 50th stream with INTERNAL_ERROR",
            behavior: .resetStream(code: 2, portion: .every(50))
        ),
        GatewayFault(
            "reset-delivered",
            "takes every 50th push and resets its stream with INTERNAL_ERROR",
            behavior: .resetStream(code: 2, delivers: true, portion: .every(50))
        ),
        GatewayFault(
            "reset-limit-nghttp2",
            "ends a connection after as many resets as nghttp2 allows",
            rules: GatewaySimulator.ConnectionRules(resetProtection: .nghttp2)
        ),
        GatewayFault(
            "reset-limit-nio",
            "ends a connection after as many resets as SwiftNIO allows",
            rules: GatewaySimulator.ConnectionRules(resetProtection: .nio)
        ),
    ]

    private static let refusals = [
        GatewayFault(
            "internal-error",
            "answers every 10th push with 500",
            behavior: .reject(.internalServerError, portion: .every(10))
        ),
        GatewayFault(
            "unavailable",
            "answers every 10th push with 503",
            behavior: .reject(.serviceUnavailable, portion: .every(10))
        ),
        GatewayFault(
            "throttled",
            "answers every 10th push with 429 and Retry-After 2 s",
            behavior: .throttle(retryAfter: .seconds(2), portion: .every(10))
        ),
        GatewayFault(
            "expired-provider-token",
            "calls the provider token expired once",
            behavior: .reject(.expiredProviderToken, portion: .first(1))
        ),
    ]

    private static let silences = [
        GatewayFault(
            "stall",
            "lets the connection stand still at every 1,000th request",
            behavior: .stall(portion: .every(1000))
        ),
        GatewayFault(
            "no-answer",
            "never answers every 1,000th push",
            behavior: .neverAnswer(portion: .every(1000))
        ),
    ]
}
