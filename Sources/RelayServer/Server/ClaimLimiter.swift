package import AlarmCore
import Synchronization

/// Counts claims by network, so that nobody can try codes in bulk.
///
/// A sliding window of the last minute. Memory is bounded: when more networks claim within a minute than are held, counting
/// begins anew, because a limit by network means nothing against somebody with that many; an invite still burns after five
/// wrong claims.
package final class ClaimLimiter: Sendable {
    /// Over how long claims are counted.
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

    /// How many networks are held.
    package var count: Int { claims.withLock { $0.count } }

    /// Counts a claim, or tells how long to wait; a claim that has to wait does not count.
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

    /// What lies within the window; an instant to come is left over from before the clock was set back.
    private static func recent(_ instants: [Instant], at now: Instant) -> [Instant] {
        instants.filter { $0 <= now && now - $0 < window }
    }
}
