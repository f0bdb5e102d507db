import AlarmCore
import Foundation
import Synchronization

/// Decides when simulated time has to keep pace with real time, and how far it has come since.
///
/// A client that waits for an answer counts in real time, which no keeper can advance. Meanwhile simulated time keeps
/// pace with real time, including delays of a slow machine: the client's limits count those too.
final class TimeFlow: Sendable {
    private struct State {
        var condition: @Sendable () -> Bool = { false }
        /// Real time expressed as simulated time, counted from when the condition was first seen to hold.
        var clock: PacedClock?
    }

    /// Smallest step of real time, in microseconds: a millisecond, the resolution of simulated time.
    private static let grain: UInt32 = 1000

    private let state = Mutex(State())

    /// Lets time flow while `condition` holds.
    func begin(while condition: @escaping @Sendable () -> Bool) {
        state.withLock { $0 = State(condition: condition) }
    }

    /// Waits a moment of real time; returns how far simulated time, which shows `now`, has come with it.
    ///
    /// - Returns: a time not before `now`; nil, without waiting, if time need not flow.
    func advance(from now: Instant) -> Instant? {
        guard state.withLock(\.condition)() else {
            state.withLock { $0.clock = nil }
            return nil
        }
        let clock = state.withLock { state in
            let clock = state.clock ?? PacedClock(at: now)
            state.clock = clock
            return clock
        }
        usleep(Self.grain)
        return clock.now()
    }
}
