import AlarmCore
import AlarmWire
import DeviceKit
import ICalendar

extension AlarmListing {
    /// The alarm as events of a calendar, as far as this device knows its times.
    ///
    /// A list has an alarm's present time, the one after it and its rule, but not the start from which the rule counts.
    ///
    /// - Parameters:
    ///   - relay: the relay, whose name makes the events' identifiers unique.
    ///   - zones: the time zones.
    /// - Returns: the events, and whether they are all that is to come; where not, they are the next two times.
    func events(at relay: Origin, zones: any ZoneProvider) -> (events: [CalendarEvent], isComplete: Bool) {
        let name = "\(view.id)@\(relay.host)"
        // What was put off rings then, and not at its first time.
        let ringsAt = view.snoozedUntil ?? view.time
        guard let rule = view.rule, let next = view.nextTime else { return ([event(name, .once(ringsAt))], true) }
        let single = event("\(view.id).\(view.revision)@\(relay.host)", .once(ringsAt))
        guard let zone = view.timeZone, let rules = zones.rules(for: zone) else {
            return ([single, event(name, .once(next))], false)
        }
        if case .count = rule.end { return ([single, event(name, .once(next))], false) }
        func series(from first: Instant) -> (event: CalendarEvent, first: LocalDateTime, next: Instant?)? {
            let recurrence = Recurrence(rule: rule, start: rules.localDateTime(at: first), zone: rules)
            var occurrences = recurrence.occurrences()
            guard let begin = occurrences.next(), begin.instant == first else { return nil }
            let time = CalendarEvent.Time.recurring(
                rule,
                first: begin.nominal,
                remaining: nil,
                zone: zone,
                rules: rules
            )
            return (event(name, time), begin.nominal, occurrences.next()?.instant)
        }
        if let whole = series(from: view.time), whole.next == next {
            let putOff = view.snoozedUntil.map { event(name, .moved(from: whole.first, zone: zone, to: $0)) }
            return ([whole.event] + (putOff.map { [$0] } ?? []), true)
        }
        // A clock change, or a change of the zone's law, put the present time elsewhere than the rule names it.
        guard let rest = series(from: next) else { return ([single, event(name, .once(next))], false) }
        return ([single, rest.event], true)
    }

    private func event(_ uid: String, _ time: CalendarEvent.Time) -> CalendarEvent {
        CalendarEvent(
            uid: uid,
            time: time,
            summary: summary,
            details: view.preset == nil ? side : nil,
            setAt: view.setAt,
            changes: view.revision - 1,
            isCertain: view.state != .blocked
        )
    }

    /// The words, for whom they are where they are for somebody else, and what is known without them.
    private var summary: String {
        guard let text = words.text else { return view.preset ?? "Alarm" }
        guard view.direction == .outgoing, view.preset == nil, let partnerName else { return text }
        return "For \(partnerName): \(text)"
    }

    private var side: String? {
        partnerName.map { view.direction == .outgoing ? "Rings at \($0)'s." : "From \($0)." }
    }
}
