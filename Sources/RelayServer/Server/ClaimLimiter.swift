package import AlarmCore
import Engine
import Hummingbird
import Synchronization

/// Counts claims by network, so that codes cannot be tried in bulk.
///
/// A sliding window of one minute. Memory is bounded: when more networks claim within a minute than fit, counting
/// starts afresh, because a limit by network does not stop an attacker with that many; an invite is still void after
/// five wrong claims.
package final class ClaimLimiter: Sendable {
    /// The length of the window.
    ///
    /// 60 s.
    package static let window = Span.seconds(60)

    private let limit: Int
    private let capacity: Int
    private let claims = Mutex<[[UInt8]: [Instant]]>([:])

    /// Allows `limit` claims per window and network, for at most `capacity` networks.
    package init(limit: Int, capacity: Int = 10_000) {
        self.limit = limit
        self.capacity = capacity
    }

    /// The number of networks in memory.
    package var count: Int { claims.withLock { $0.count } }

    /// Counts a claim, or returns how long to wait; a refused claim does not count.
    package func take(from network: [UInt8], at now: Instant) -> Span? {
        claims.withLock { claims in
            var recent = Self.recent(claims[network] ?? [], at: now)
            if recent.count >= limit, let first = recent.first {
                claims[network] = recent
                return first + Self.window - now
            }
            recent.append(now)
            if claims[network] == nil, claims.count >= capacity {
                claims = claims.filter { !Self.recent($0.value, at: now).isEmpty }
                if claims.count >= capacity { claims = [:] }
            }
            claims[network] = recent
            return nil
        }
    }

    /// The instants within the window; a future instant dates from before the clock was set back.
    private static func recent(_ instants: [Instant], at now: Instant) -> [Instant] {
        instants.filter { $0 <= now && now - $0 < window }
    }
}

/// Limits how often a network may claim codes.
struct ClaimGuard: Sendable {
    let engine: Engine
    let limiter: ClaimLimiter
    let addresses: ClientAddress

    /// Counts a claim by the client of `request`.
    func count(_ request: Request, _ context: RelayContext) throws(TooManyClaims) {
        let network = addresses.network(of: request, peer: context.peer)
        if let wait = limiter.take(from: network, at: engine.clock.now()) {
            throw TooManyClaims(wait: wait)
        }
    }
}

/// A network exceeded its limit of claims.
struct TooManyClaims: Error, Hashable {
    /// The time until the next claim is allowed.
    let wait: Span
}
