import AlarmCore
import Delivery
import Synchronization

/// Whether pushes get through, as the last ones tell.
final class GatewayHealth: Sendable {
    /// Since when no push has got through, and why the last one did not.
    struct Trouble: Hashable {
        var since: Instant
        var reason: String
    }

    private let isInTrouble = Atomic(false)
    private let state = Mutex<Trouble?>(nil)

    /// What keeps pushes from getting through; nil while they do, or none was sent.
    var trouble: Trouble? { state.withLock { $0 } }

    /// Learns from what came of a push at `now`.
    func note(_ outcome: DeliveryOutcome, at now: Instant) {
        if case .retry(_, let reason, _) = outcome, RetryReason.concernsTheGateway(reason) {
            state.withLock { trouble in
                // Set back meanwhile, the clock must not make the trouble begin in the future.
                let since = min(trouble?.since ?? now, now)
                trouble = Trouble(since: since, reason: reason)
            }
            isInTrouble.store(true, ordering: .releasing)
        } else if isInTrouble.load(ordering: .acquiring) {
            state.withLock { $0 = nil }
            isInTrouble.store(false, ordering: .releasing)
        }
    }
}
