package import AlarmCore
package import Storage
import Synchronization

/// What the relay knows about its own run.
package final class RelayHealth: Sendable {
    private struct State {
        var upSince: Instant?
        var restoration: Restoration?
        /// The uptime, unaffected by steps of the wall clock, at which the store last took a heartbeat.
        var lastHeartbeat: Span?
        var isStopping = false
        var missingWay: String?
        var newerZones: String?
        var intervals: [BlindInterval] = []
        var statuses: [HealthCheck.Name: HealthCheck.Status] = [:]
    }

    /// The number of newest intervals held in memory.
    ///
    /// 10.
    package static let recentIntervals = 10

    private let clock: any RelayClock
    private let state = Mutex(State())

    /// Notified after every audit.
    package let audits = AuditNotifier()

    /// The time since which the relay runs; nil before it does.
    package var upSince: Instant? { state.withLock { $0.upSince } }

    /// The last restoration of the store from a backup; nil where there was none.
    package var restoration: Restoration? { state.withLock { $0.restoration } }

    /// How long the store has taken no heartbeat; nil before the first one.
    var timeSinceHeartbeat: Span? {
        guard let last = state.withLock({ $0.lastHeartbeat }) else { return nil }
        return clock.uptime() + -last
    }

    /// Whether the relay has been told to stop.
    package var isStopping: Bool { state.withLock { $0.isStopping } }

    /// Why people who count on a letter would not get one, as found at the start; nil where they would.
    package var missingWay: String? {
        get { state.withLock { $0.missingWay } }
        set { state.withLock { $0.missingWay = newValue } }
    }

    /// The release of another node's time zone data, which the alarms follow; nil where this node's is not older.
    package internal(set) var newerZones: String? {
        get { state.withLock { $0.newerZones } }
        set { state.withLock { $0.newerZones = newValue } }
    }

    /// The newest intervals during which the relay was blind, newest first.
    package var recentlyBlind: [BlindInterval] { state.withLock { $0.intervals } }

    /// The newest step of the clock, as far back as ``recentlyBlind`` goes.
    var lastStep: BlindInterval? {
        state.withLock { $0.intervals.first { $0.cause == .clockForward || $0.cause == .clockBack } }
    }

    /// Creates an empty record that measures time by `clock`.
    init(clock: any RelayClock) {
        self.clock = clock
    }

    /// Records that the relay has been told to stop.
    package func stop() {
        state.withLock { $0.isStopping = true }
    }

    func start(at now: Instant, after intervals: [BlindInterval], _ restoration: Restoration?) {
        state.withLock { state in
            state.upSince = now
            state.restoration = restoration
            state.intervals = intervals
            state.lastHeartbeat = clock.uptime()
        }
    }

    /// Records that the store took a heartbeat, and with it these intervals, oldest first.
    func signed(_ intervals: [BlindInterval]) {
        state.withLock { state in
            state.lastHeartbeat = clock.uptime()
            state.intervals = Array((intervals.reversed() + state.intervals).prefix(Self.recentIntervals))
        }
    }

    /// Records the result of each check; returns those whose status changed, with the former status.
    func note(_ checks: [HealthCheck]) -> [(check: HealthCheck, before: HealthCheck.Status)] {
        state.withLock { state in
            checks.compactMap { check in
                let before = state.statuses.updateValue(check.status, forKey: check.name) ?? .ok
                return before == check.status ? nil : (check, before)
            }
        }
    }
}
