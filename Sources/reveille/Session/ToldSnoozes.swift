import AlarmCore
import DeviceKit

/// Until when alarms are put off, as was last said at this terminal.
struct ToldSnoozes {
    private var ends: [AlarmID: Instant] = [:]

    /// Notes that it is said until when an alarm is put off.
    ///
    /// - Parameters:
    ///   - end: the end of the snooze, by the relay's clock.
    ///   - id: the alarm.
    /// - Returns: whether another end was said before, or none.
    @discardableResult
    mutating func note(_ end: Instant, of id: AlarmID) -> Bool { ends.updateValue(end, forKey: id) != end }

    /// Forgets an alarm that rings again.
    mutating func forget(_ id: AlarmID) { ends[id] = nil }
}

extension Listener {
    /// Says that an alarm which does not ring here was put off, where that is another end than was last said.
    ///
    /// A command with this profile, or another device, may have put it off once more. The relay sends nothing about
    /// that to a device that does not ring.
    ///
    /// - Parameters:
    ///   - alarm: the alarm, as a synchronisation brings it.
    ///   - isNews: whether it is said, and not only noted.
    mutating func saySnooze(of alarm: IncomingAlarm, isNews: Bool) {
        guard let end = alarm.snoozedUntil, end > clock.relayNow, ringing.item(alarm.id) == nil,
            toldSnoozes.note(end, of: alarm.id), isNews
        else { return }
        tell(.announced(alarm), alarm.announcement(clock: clock))
    }
}
