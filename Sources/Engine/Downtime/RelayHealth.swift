package import AlarmCore
package import Storage
import Synchronization

/// What the relay knows of its own life.
package final class Vitals: Sendable {
    private struct State {
        var upSince: Instant?
        /// When, by a clock that nobody sets, the store last took a sign of life.
        var lastSign: Span?
        var isStopping = false
        var intervals: [BlindInterval] = []
        var statuses: [Check.Name: Check.Status] = [:]
    }

    /// How many intervals are held for whoever asks.
    ///
    /// 10.
    package static let recentIntervals = 10

    private let clock: any RelayClock
    private let state = Mutex(State())

    /// Rung after every audit, for whoever tells others of it.
    package let audits = AuditNews()

    /// Since when the relay runs; nil before it does.
    package var upSince: Instant? { state.withLock { $0.upSince } }

    /// How long the store has taken nothing; nil before the first sign of life.
    var timeSinceSign: Span? {
        guard let last = state.withLock({ $0.lastSign }) else { return nil }
        return clock.uptime() + -last
    }

    /// Whether the relay has been told to end.
    package var isStopping: Bool { state.withLock { $0.isStopping } }

    /// The newest intervals during which the relay was blind, newest first.
    package var recentlyBlind: [BlindInterval] { state.withLock { $0.intervals } }

    /// When the clock was last set, as far back as ``recentlyBlind`` goes.
    var lastStep: BlindInterval? {
        state.withLock { $0.intervals.first { $0.cause == .clockForward || $0.cause == .clockBack } }
    }

    /// Knows nothing yet; tells how much time passes by `clock`.
    init(clock: any RelayClock) {
        self.clock = clock
    }

    /// The relay has been told to end.
    package func stop() {
        state.withLock { $0.isStopping = true }
    }

    func start(at now: Instant, after intervals: [BlindInterval]) {
        state.withLock { state in
            state.upSince = now
            state.intervals = intervals
            state.lastSign = clock.uptime()
        }
    }

    /// The store took a sign of life, and with it these intervals, oldest first.
    func signed(_ intervals: [BlindInterval]) {
        state.withLock { state in
            state.lastSign = clock.uptime()
            state.intervals = Array((intervals.reversed() + state.intervals).prefix(Self.recentIntervals))
        }
    }

    /// Remembers how each check went; tells those whose status changed, and what it was.
    func note(_ checks: [Check]) -> [(check: Check, before: Check.Status)] {
        state.withLock { state in
            checks.compactMap { check in
                let before = state.statuses.updateValue(check.status, forKey: check.name) ?? .ok
                return before == check.status ? nil : (check, before)
            }
        }
    }
}
