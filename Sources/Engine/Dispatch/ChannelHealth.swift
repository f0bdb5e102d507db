package import AlarmCore
package import Delivery
import Synchronization

/// What keeps deliveries from getting through to an origin.
package struct ChannelTrouble: Hashable, Sendable {
    /// The origin.
    package let origin: ChannelOrigin
    /// The time since which nothing has got through.
    package let since: Instant
    /// The time of the last failure.
    package let last: Instant
    /// The time by which another delivery was tried, if one still waits; nothing is known of the origin afterwards.
    let nextKnown: Instant
    /// The reason why the last delivery failed.
    package let reason: RetryReason
    /// Whether something may have got through since all the same, as the answer to it was lost.
    package let isUncertain: Bool
}

/// The health of each channel and origin, by its latest deliveries.
final class ChannelHealth: Sendable {
    /// The most origins in trouble that are remembered, since people choose some of them.
    private static let capacity = 1000
    /// The time after its last failure for which an origin that a device named counts as in trouble.
    ///
    /// Nothing may ever be sent there again, so that no success would end it.
    private static let memory = Span.hours(1)
    /// The time after its last failure, or after the wait that its server asked for, by which a medium was tried again if
    /// anything waits for it.
    ///
    /// Twice the longest pause between two attempts. What waited may have been dropped: nothing more is then tried, so
    /// that no success would end the trouble.
    private static let attention = Span.minutes(30)
    /// The longest time in which an origin that a device named has to answer to count as prompt.
    private static let promptness = Duration.seconds(2)

    private let isAnyInTrouble = Atomic(false)
    private let state = Mutex<[ChannelOrigin: ChannelTrouble]>([:])
    /// The origins that devices named and that answered promptly when they were last asked.
    private let prompt = Mutex<Set<ChannelOrigin>>([])

    /// Whether an origin that a device named answered promptly when it was last asked.
    func isPrompt(_ origin: ChannelOrigin) -> Bool { prompt.withLock { $0.contains(origin) } }

    /// Forgets the troubles of origins that are not among those `configured` and have been left alone since.
    func forget(except configured: Set<ChannelOrigin>, at now: Instant) {
        guard isAnyInTrouble.load(ordering: .acquiring) else { return }
        state.withLock { troubles in
            troubles = troubles.filter { configured.contains($0.key) || now - $0.value.last < Self.memory }
            if troubles.isEmpty { isAnyInTrouble.store(false, ordering: .releasing) }
        }
    }

    /// The troubles at `now`, the longest first.
    ///
    /// A medium by which nothing waits any more is not among them.
    func troubles(at now: Instant) -> [ChannelTrouble] {
        forgetIdleMedia(at: now)
        return state.withLock { Array($0.values) }.sorted {
            ($0.since.milliseconds, $0.origin.description) < ($1.since.milliseconds, $1.origin.description)
        }
    }

    private func forgetIdleMedia(at now: Instant) {
        guard isAnyInTrouble.load(ordering: .acquiring) else { return }
        state.withLock { troubles in
            for medium in Destination.Medium.allCases {
                let origin = ChannelOrigin(medium)
                if let trouble = troubles[origin], trouble.nextKnown <= now { troubles[origin] = nil }
            }
            if troubles.isEmpty { isAnyInTrouble.store(false, ordering: .releasing) }
        }
    }

    /// Records the outcome of a delivery at `now`, and for an origin that a device named how long it took.
    func note(
        _ outcome: DeliveryOutcome,
        at origin: ChannelOrigin,
        at now: Instant,
        byStranger duration: Duration? = nil
    ) {
        if let duration { judge(origin, outcome, duration) }
        if case .retry(let asked, let reason, let indeterminate) = outcome, reason.concernsChannel {
            state.withLock { troubles in
                guard troubles[origin] != nil || troubles.count < Self.capacity else { return }
                // A clock set back meanwhile must not make the trouble begin in the future.
                let since = min(troubles[origin]?.since ?? now, now)
                troubles[origin] = ChannelTrouble(
                    origin: origin,
                    since: since,
                    last: now,
                    nextKnown: now + (asked ?? .zero) + Self.attention,
                    reason: reason,
                    isUncertain: indeterminate || troubles[origin]?.isUncertain == true
                )
            }
            isAnyInTrouble.store(true, ordering: .releasing)
        } else if isAnyInTrouble.load(ordering: .acquiring) {
            state.withLock { troubles in
                troubles[origin] = nil
                if troubles.isEmpty { isAnyInTrouble.store(false, ordering: .releasing) }
            }
        }
    }

    private func judge(_ origin: ChannelOrigin, _ outcome: DeliveryOutcome, _ duration: Duration) {
        var isPrompt = duration < Self.promptness
        if case .retry(_, let reason, _) = outcome, reason.concernsChannel { isPrompt = false }
        prompt.withLock { prompt in
            if !isPrompt {
                prompt.remove(origin)
            } else if prompt.count < Self.capacity {
                prompt.insert(origin)
            }
        }
    }
}
