package import AlarmCore
package import Delivery
import Synchronization

/// What keeps deliveries from getting through to an origin.
package struct ChannelTrouble: Hashable, Sendable {
    /// The origin.
    package let origin: ChannelOrigin
    /// The time since which nothing has got through.
    package let since: Instant
    /// The reason why the last delivery failed.
    package let reason: RetryReason
}

/// The health of each channel and origin, by its latest deliveries.
final class ChannelHealth: Sendable {
    /// The most origins in trouble that are remembered, since people choose some of them.
    private static let capacity = 1000

    private let isAnyInTrouble = Atomic(false)
    private let state = Mutex<[ChannelOrigin: ChannelTrouble]>([:])

    /// The present troubles, the longest first.
    var troubles: [ChannelTrouble] {
        state.withLock { Array($0.values) }.sorted {
            ($0.since.milliseconds, $0.origin.description) < ($1.since.milliseconds, $1.origin.description)
        }
    }

    /// Records the outcome of a delivery at `now`.
    func note(_ outcome: DeliveryOutcome, at origin: ChannelOrigin, at now: Instant) {
        if case .retry(_, let reason, _) = outcome, reason.concernsChannel {
            state.withLock { troubles in
                guard troubles[origin] != nil || troubles.count < Self.capacity else { return }
                // A clock set back meanwhile must not make the trouble begin in the future.
                let since = min(troubles[origin]?.since ?? now, now)
                troubles[origin] = ChannelTrouble(origin: origin, since: since, reason: reason)
            }
            isAnyInTrouble.store(true, ordering: .releasing)
        } else if isAnyInTrouble.load(ordering: .acquiring) {
            state.withLock { troubles in
                troubles[origin] = nil
                if troubles.isEmpty { isAnyInTrouble.store(false, ordering: .releasing) }
            }
        }
    }
}
