import AlarmCore
import Storage
import Synchronization

/// The horizon, shared by the scheduler, which reads it, and the transactions, which add to it.
final class SharedHorizon: Sendable {
    private struct State {
        var horizon = Horizon()
        /// The wakes that arrived during a query for the next horizon, and may be missing from its result.
        var arrivals: [Wake]?
    }

    private let state = Mutex(State())

    var next: Instant { state.withLock { $0.horizon.next } }
    var count: Int { state.withLock { $0.horizon.count } }
    var end: Instant { state.withLock { $0.horizon.end } }

    /// Inserts new wakes; returns whether the scheduler has to wake earlier than planned.
    func insert(_ wakes: [Wake]) -> Bool {
        guard !wakes.isEmpty else { return false }
        return state.withLock { state in
            state.arrivals?.append(contentsOf: wakes)
            var isEarlier = false
            for wake in wakes where state.horizon.insert(wake) {
                isEarlier = true
            }
            return isEarlier
        }
    }

    func drop(through now: Instant) -> Int {
        state.withLock { $0.horizon.drop(through: now) }
    }

    /// Empties the horizon, so that the scheduler reads the store before it does anything else.
    func forget() {
        state.withLock { $0.horizon = Horizon() }
    }

    /// Loads the next horizon by `query`, and adds the wakes committed while the query runs.
    func refill(through: Instant, _ query: (Instant, Int) async throws -> [Wake]) async throws {
        state.withLock { $0.arrivals = [] }
        do {
            let wakes = try await query(through, Horizon.capacity)
            state.withLock { state in
                state.horizon.refill(wakes, through: through)
                for wake in state.arrivals ?? [] {
                    _ = state.horizon.insert(wake)
                }
                state.arrivals = nil
            }
        } catch {
            state.withLock { $0.arrivals = nil }
            throw error
        }
    }
}
