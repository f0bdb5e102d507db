import AlarmCore
import DeviceKit

/// The times of alarms, as was last said at this terminal.
///
/// An alarm that repeats goes on by itself after each of its times: nobody has set it anew then.
struct ToldTimes {
    private struct Told {
        var time: Instant
        /// Whether a line about the time before has named this one as the next.
        var isNext = false
    }

    private var times: [AlarmID: Told] = [:]

    /// Notes for which time an alarm rings, or was known before.
    mutating func note(_ time: Instant, of id: AlarmID) { times[id] = Told(time: time) }

    /// Notes that a line has said when an alarm rings next.
    mutating func noteNext(_ time: Instant, of id: AlarmID) { times[id] = Told(time: time, isNext: true) }

    /// Notes the time for which an alarm is to ring, and returns how to announce it.
    ///
    /// - Parameters:
    ///   - alarm: the alarm, as a message of the relay brings it.
    ///   - now: the present, by the relay's clock.
    /// - Returns: that it was set, or that it goes on with its next time; nil where that time was said already.
    mutating func announcement(of alarm: IncomingAlarm, at now: Instant) -> AlarmAnnouncement? {
        let former = times.updateValue(Told(time: alarm.time), forKey: alarm.id)
        if let former, former.isNext, former.time == alarm.time { return nil }
        return alarm.goesOn(after: former?.time, at: now) ? .next : .set
    }
}

/// The occasions on which a listener announces that an alarm is going to ring.
enum AlarmAnnouncement: Hashable {
    /// Somebody has set it.
    case set
    /// It repeats, and goes on with its next time.
    case next
    /// It was known before, and has another time now.
    case changed
    /// It had skipped a time, and rings again.
    case ringsAgain
}

extension AlarmPlan {
    /// Whether it shows that an alarm is to ring, and makes no noise now.
    var announces: Bool { armsAt != nil || notifiesLocallyAt != nil || actions.contains(.notify) }
}
