package import AlarmCore
package import Engine
import Synchronization

/// Counts claims by network in the store that several nodes share, whichever of them a claim comes to.
///
/// The store decides; see ``ClaimSlot``. What it has refused is remembered here until the network may claim again, so
/// that somebody who tries on costs it nothing more. That memory is bounded: what is forgotten costs another question.
package final class StoredClaimLimiter: ClaimCounting {
    /// The most refused networks remembered.
    ///
    /// 10,000.
    private static let capacity = 10_000

    private struct Refusal {
        let state: QuotaState
        let end: Instant
    }

    private let engine: Engine
    private let refusals = Mutex<[[UInt8]: Refusal]>([:])

    package init(engine: Engine) {
        self.engine = engine
    }

    package func count(from network: [UInt8], at now: Instant) async throws -> QuotaState {
        if let known = refusal(of: network, at: now) { return known }
        let state = try await engine.write { tx in try tx.countClaim(from: network) }
        if state.isRefused, let renewal = state.renewal {
            remember(Refusal(state: state, end: now + renewal), of: network, at: now)
        }
        return state
    }

    private func refusal(of network: [UInt8], at now: Instant) -> QuotaState? {
        guard let known = refusals.withLock({ $0[network] }) else { return nil }
        let rest = known.end - now
        // Longer than a window: the clock was set back.
        guard rest > .zero, rest <= ClaimSlot.window else { return nil }
        var state = known.state
        state.renewal = rest
        return state
    }

    private func remember(_ refusal: Refusal, of network: [UInt8], at now: Instant) {
        refusals.withLock { refusals in
            if refusals.count >= Self.capacity { refusals = refusals.filter { $0.value.end > now } }
            if refusals.count >= Self.capacity { refusals = [:] }
            refusals[network] = refusal
        }
    }
}
