package import AlarmCore
package import DeviceKit

/// The alarms that the app has registered with the phone's system, as AlarmKit keeps them.
///
/// They belong to the system: they outlive the app's process and a restart, and follow the phone's own clock, right or
/// wrong.
package struct SystemAlarms: Sendable {
    /// One registered alarm.
    package struct Entry: Hashable, Sendable {
        package let alarm: IncomingAlarm
        /// Time at which the alarm sounds, by the phone's own clock.
        package let at: Instant
    }

    /// Why the system refuses an alarm.
    package enum Refusal: Error, Hashable, CustomStringConvertible {
        /// The system is older than iOS 26.
        case unavailable
        /// The browser's page is not open in Bedside mode.
        case noPage
        /// The user has not allowed it.
        case notAuthorized
        /// `AlarmManager.AlarmError.maximumLimitReached`.
        case limitReached(Int)

        package var description: String {
            switch self {
            case .noPage: "the page is not open beside the bed"
            case .unavailable: "there is no AlarmKit before iOS 26"
            case .notAuthorized: "the user has not allowed alarms"
            case .limitReached(let limit): "the limit of \(limit) alarms is reached"
            }
        }
    }

    /// The registered alarms, by identifier.
    package private(set) var entries: [AlarmID: Entry] = [:]

    package init() {}

    /// Time at which the next alarm sounds, by the phone's own clock.
    package var next: Instant? { entries.values.lazy.map(\.at).min() }

    /// Registers an alarm, replacing one with the same identifier.
    package mutating func register(_ alarm: IncomingAlarm, at time: Instant, in state: PhoneState) throws(Refusal) {
        if state.browser != nil {
            guard state.ringsByPage else { throw .noPage }
            entries[alarm.id] = Entry(alarm: alarm, at: time)
            return
        }
        guard state.system.hasAlarmKit else { throw .unavailable }
        switch state.alarmKit {
        case .undetermined, .refused: throw .notAuthorized
        case .limited(let limit) where entries[alarm.id] == nil && entries.count >= limit: throw .limitReached(limit)
        case .allowed, .limited: entries[alarm.id] = Entry(alarm: alarm, at: time)
        }
    }

    /// Removes an alarm; returns false if there was none.
    @discardableResult
    package mutating func remove(_ id: AlarmID) -> Bool {
        entries.removeValue(forKey: id) != nil
    }

    /// Removes all alarms.
    package mutating func removeAll() {
        entries = [:]
    }

    /// Removes and returns the alarms that are due by the phone's own clock, in order.
    package mutating func takeDue(at now: Instant) -> [Entry] {
        let due = entries.values.filter { $0.at <= now }.sorted { ($0.at, $0.alarm.id) < ($1.at, $1.alarm.id) }
        for entry in due { entries[entry.alarm.id] = nil }
        return due
    }
}
