import AlarmCore
import ICalendar

/// The times of an alarm from its present occurrence on, as a calendar has them.
struct CalendarTimes: Hashable {
    /// The present time by itself, where the rule does not name it: of an alarm that is due once, or whose present time
    /// was moved.
    ///
    /// Where somebody has put the alarm off, it is the time until which they have.
    var single: Instant?
    /// The times that the rule names, from the present one or from the one after it on.
    var series: CalendarEvent.Time?
    /// The first time of the series at the time until which somebody has put it off; nil where nobody has.
    var putOff: CalendarEvent.Time?

    init(of alarm: Alarm, zones: any ZoneProvider) {
        let present = max(alarm.promisedTime, alarm.due)
        guard case .recurring(let rule, let start, let zone) = alarm.schedule, let rules = zones.rules(for: zone) else {
            single = present
            return
        }
        let recurrence = Recurrence(rule: rule, start: start, zone: rules)
        let first = recurrence.next(after: alarm.due - .milliseconds(1))
        if first?.instant != alarm.due { single = present }
        guard let first else { return }
        if single == nil, present != alarm.due { putOff = .moved(from: first.nominal, zone: zone, to: present) }
        var remaining: Int?
        if case .count(let count) = rule.end, let index = first.index { remaining = count - index + 1 }
        series = .recurring(rule, first: first.nominal, remaining: remaining, zone: zone, rules: rules)
    }
}
