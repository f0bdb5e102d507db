package import AlarmCore
package import Engine
import Hummingbird
import Synchronization

/// Counts claims by network, so that codes cannot be tried in bulk.
package protocol ClaimCounting: Sendable {
    /// Counts a claim, unless it is refused, and returns what is left of the network's limit.
    ///
    /// - Throws: `StoreError` where the count is in a store.
    func count(from network: [UInt8], at now: Instant) async throws -> QuotaState
}

/// Counts the claims of the only relay on its database, in memory.
///
/// A sliding window of one minute. Memory is bounded: when more networks claim within a minute than fit, those with the
/// fewest claims are forgotten, and among them those that claimed longest ago. Whoever has used up their claims cannot
/// have them back by claiming from other networks; an invite is void after five wrong claims besides.
package final class ClaimLimiter: ClaimCounting {
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
        let state = count(from: network, at: now)
        return state.isRefused ? state.renewal : nil
    }

    package func count(from network: [UInt8], at now: Instant) -> QuotaState {
        claims.withLock { claims in
            var recent = Self.recent(claims[network] ?? [], at: now)
            let isRefused = recent.count >= limit
            if !isRefused {
                recent.append(now)
                if claims[network] == nil, claims.count >= capacity { makeRoom(in: &claims, at: now) }
            }
            claims[network] = recent
            return QuotaState(
                "claims-per-minute",
                quota: limit,
                window: Self.window,
                available: limit - recent.count,
                renewal: recent.first.map { $0 + Self.window - now },
                isRefused: isRefused
            )
        }
    }

    /// Forgets networks whose minute is over, and then the least suspicious until a quarter is free.
    ///
    /// A quarter at once, so that an attacker with many networks does not have all of them sorted at every claim.
    private func makeRoom(in claims: inout [[UInt8]: [Instant]], at now: Instant) {
        claims = claims.compactMapValues { instants in
            let recent = Self.recent(instants, at: now)
            return recent.isEmpty ? nil : recent
        }
        let surplus = claims.count - min(capacity - 1, capacity / 4 * 3)
        guard surplus > 0 else { return }
        let leastSuspicious = claims.sorted { left, right in
            guard left.value.count == right.value.count else { return left.value.count < right.value.count }
            return (left.value.last ?? now) < (right.value.last ?? now)
        }
        for (network, _) in leastSuspicious.prefix(surplus) { claims[network] = nil }
    }

    /// The instants within the window; a future instant dates from before the clock was set back.
    private static func recent(_ instants: [Instant], at now: Instant) -> [Instant] {
        instants.filter { $0 <= now && now - $0 < window }
    }
}

/// Limits how often a network may claim codes.
struct ClaimGuard: Sendable {
    let engine: Engine
    let limiter: any ClaimCounting
    let addresses: ClientAddress

    /// Counts a claim by the client of `request`.
    ///
    /// - Throws: ``TooManyClaims``, or a `StoreError`.
    func count(_ request: Request, _ context: RelayContext) async throws {
        let network = addresses.network(of: request, peer: context.peer)
        let state = try await limiter.count(from: network, at: engine.clock.now())
        context.quotas.note(state)
        if state.isRefused { throw TooManyClaims(wait: state.renewal ?? ClaimLimiter.window) }
    }
}

/// A network exceeded its limit of claims.
struct TooManyClaims: Error, Hashable {
    /// The time until the next claim is allowed.
    let wait: Span
}
