package import AlarmCore
package import DeviceKit

/// The notifications that the app has asked the phone's system to show later, as UserNotifications keeps them.
///
/// For alarms that the system does not arm. They belong to the system, need no network, and follow the phone's own
/// clock.
package struct LocalNotifications: Sendable {
    /// One notification that is kept.
    package struct Entry: Hashable, Sendable {
        package let alarm: IncomingAlarm
        /// Time at which it is shown, by the phone's own clock.
        package let at: Instant
    }

    /// The notifications, by their alarm.
    package private(set) var entries: [AlarmID: Entry] = [:]

    package init() {}

    /// Time at which the next one is shown, by the phone's own clock.
    package var next: Instant? { entries.values.lazy.map(\.at).min() }

    /// Keeps a notification, replacing one of the same alarm; returns false if the very same one was kept already.
    @discardableResult
    package mutating func keep(_ alarm: IncomingAlarm, at time: Instant) -> Bool {
        entries.updateValue(Entry(alarm: alarm, at: time), forKey: alarm.id)?.at != time
    }

    /// Takes a notification back; returns false if there was none.
    @discardableResult
    package mutating func remove(_ id: AlarmID) -> Bool {
        entries.removeValue(forKey: id) != nil
    }

    /// Takes all notifications back.
    package mutating func removeAll() {
        entries = [:]
    }

    /// Removes and returns the notifications that are due by the phone's own clock, in order.
    package mutating func takeDue(at now: Instant) -> [Entry] {
        let due = entries.values.filter { $0.at <= now }.sorted { ($0.at, $0.alarm.id) < ($1.at, $1.alarm.id) }
        for entry in due { entries[entry.alarm.id] = nil }
        return due
    }
}
