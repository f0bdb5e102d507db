import AlarmCore
import Foundation
import Synchronization

/// Says when simulated time has to flow as it really does, and how far it has come since.
///
/// Whoever waits for an answer counts in real time, which no keeper can let pass. While anybody does, simulated time keeps
/// pace with the real one, whatever a machine is slow at included: it is what those limits count.
final class TimeFlow: Sendable {
    private struct State {
        var condition: @Sendable () -> Bool = { false }
        /// The real time, as simulated time shows it; it runs from the moment at which the condition was seen to hold.
        var clock: PacedClock?
    }

    /// The least that time flows at once, in microseconds: a millisecond, of which simulated time is made.
    private static let grain: UInt32 = 1000

    private let state = Mutex(State())

    /// Lets time flow while `condition` holds.
    func begin(while condition: @escaping @Sendable () -> Bool) {
        state.withLock { $0 = State(condition: condition) }
    }

    /// Lets a moment of real time pass, and says how far simulated time, which shows `now`, comes with it.
    ///
    /// - Returns: not before `now`; nil, and at once, where time need not flow.
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
