package import AlarmCore

/// The limits on connections and on the requests under way, all configurable.
///
/// None is about what a device may ask for: those are the engine's. These keep strangers from using up the relay.
package struct ServerLimits: Hashable, Sendable {
    /// Connections that may be open at once; never more than open files allow.
    ///
    /// 4,096.
    package var connections = 4096
    /// Connections of one address (an IPv4 address or an IPv6 /64); a trusted proxy's are not counted.
    ///
    /// 256: a household has one address, and a browser opens six connections and an event stream.
    package var connectionsPerAddress = 256
    /// Requests that a connection may send before the one that came first is answered.
    ///
    /// 16: browsers and the devices of this package send none.
    package var pipelinedRequests = 16
    /// Streams that an HTTP/2 connection may have open at once; each beyond its first takes the place of a connection.
    ///
    /// 32: an app that loads, an event stream and some requests.
    package var streamsPerConnection = 32
    /// How long a request may take to arrive, head and body.
    ///
    /// 30 s.
    package var requestTime = Span.seconds(30)
    /// How long a client may read nothing of an answer that waits for it.
    ///
    /// 30 s.
    package var unreadTime = Span.seconds(30)
    /// Requests that may be worked on at once; open event streams are not counted.
    ///
    /// 1,024.
    package var requestsAtOnce = 1024
    /// The same for one address, as told by a trusted proxy.
    ///
    /// 256.
    package var requestsAtOncePerAddress = 256
    /// The same for one device.
    ///
    /// 64.
    package var requestsAtOncePerDevice = 64

    package init() {}
}

extension ServerLimits: LimitSet {
    package static let keys: [LimitKey<ServerLimits>] = [
        LimitKey(
            "connections",
            \.connections,
            2...100_000,
            "Connections that may be open at once, as far as open files allow; the oldest idle one makes room."
        ),
        LimitKey(
            "connections-per-address",
            \.connectionsPerAddress,
            1...100_000,
            "Connections from one IPv4 address or IPv6 /64; those of trusted proxies are not counted."
        ),
        LimitKey(
            "pipelined-requests",
            \.pipelinedRequests,
            1...1000,
            "Requests that a connection may send before the one that came first is answered."
        ),
        LimitKey(
            "streams-per-connection",
            \.streamsPerConnection,
            1...1000,
            "Streams that an HTTP/2 connection may have open at once; each beyond its first counts as a connection."
        ),
        LimitKey(
            "request-time",
            \.requestTime,
            .seconds(1) ... .minutes(10),
            "How long a request may take to arrive, head and body."
        ),
        LimitKey(
            "unread-time",
            \.unreadTime,
            .seconds(1) ... .minutes(10),
            "How long a client may read nothing of an answer that waits for it."
        ),
        LimitKey(
            "requests-at-once",
            \.requestsAtOnce,
            1...100_000,
            "Requests that may be worked on at once; open event streams are not counted."
        ),
        LimitKey(
            "requests-at-once-per-address",
            \.requestsAtOncePerAddress,
            1...100_000,
            "The same for one IPv4 address or IPv6 /64."
        ),
        LimitKey(
            "requests-at-once-per-device",
            \.requestsAtOncePerDevice,
            1...10_000,
            "The same for one device."
        ),
    ]
}
