package import AlarmCore

/// An alarm as an event of a calendar.
package struct CalendarEvent: Hashable, Sendable {
    /// When it happens.
    package enum Time: Hashable, Sendable {
        /// Once.
        case once(Instant)
        /// At the occurrences from `first` on, on the clocks of the zone called `zone`, of which `remaining` are left;
        /// nil where the rule does not count them.
        case recurring(RecurrenceRule, first: LocalDateTime, remaining: Int?, zone: String, rules: ZoneRules)
        /// In place of one occurrence of the recurring event with the same identifier (RFC 5545, section 3.8.4.4).
        ///
        /// The occurrence has the nominal time `from` on the clocks of the zone called `zone`.
        case moved(from: LocalDateTime, zone: String, to: Instant)
    }

    /// The identifier, which stays the same as long as the alarm lives and is no other alarm's.
    package var uid: String
    /// When it happens.
    package var time: Time
    /// A short title.
    package var summary: String
    /// More about it; nil for nothing.
    package var details: String?
    /// The time at which it was set.
    package var setAt: Instant
    /// The number of its changes.
    package var changes: Int
    /// Whether it is sure to happen, as far as is known.
    package var isCertain: Bool

    package init(
        uid: String,
        time: Time,
        summary: String,
        details: String? = nil,
        setAt: Instant,
        changes: Int = 0,
        isCertain: Bool = true
    ) {
        self.uid = uid
        self.time = time
        self.summary = summary
        self.details = details
        self.setAt = setAt
        self.changes = changes
        self.isCertain = isCertain
    }
}

extension CalendarEvent {
    /// The component (RFC 5545, section 3.6.1).
    ///
    /// It has no length, takes no time that could be booked, and no reminder: the alarm itself rings.
    var lines: [ContentLine] {
        var lines = [
            ContentLine("BEGIN", "VEVENT"),
            ContentLine("UID", text: uid),
            ContentLine("DTSTAMP", setAt.calendarText),
        ]
        switch time {
        case .once(let instant): lines.append(ContentLine("DTSTART", instant.calendarText))
        case .recurring(let rule, let first, let remaining, let zone, let rules):
            lines.append(ContentLine("DTSTART;TZID=\(zone)", first.calendarText))
            lines.append(ContentLine("RRULE", rule.calendarText(remaining: remaining, in: rules)))
        case .moved(let former, let zone, let instant):
            lines.append(ContentLine("RECURRENCE-ID;TZID=\(zone)", former.calendarText))
            lines.append(ContentLine("DTSTART", instant.calendarText))
        }
        lines.append(ContentLine("SUMMARY", text: summary))
        if let details { lines.append(ContentLine("DESCRIPTION", text: details)) }
        lines += [
            ContentLine("SEQUENCE", "\(max(changes, 0))"),
            ContentLine("STATUS", isCertain ? "CONFIRMED" : "TENTATIVE"),
            ContentLine("CLASS", "PRIVATE"),
            ContentLine("TRANSP", "TRANSPARENT"),
            ContentLine("END", "VEVENT"),
        ]
        return lines
    }
}

extension RecurrenceRule {
    /// The rule as an event with a zone has it: an end is a count of those that are left, or in UTC (section 3.3.10).
    fileprivate func calendarText(remaining: Int?, in zone: ZoneRules) -> String {
        var parts = description.split(separator: ";").filter { !$0.hasPrefix("COUNT=") && !$0.hasPrefix("UNTIL=") }
            .map(String.init)
        switch end {
        case .never: break
        case .count(let count): parts.append("COUNT=\(remaining ?? count)")
        case .until(.instant(let limit)): parts.append("UNTIL=\(limit.calendarText)")
        case .until(.local(let limit)): parts.append("UNTIL=\(zone.resolve(limit).instant.calendarText)")
        case .until(.date(let day)):
            // The last second before the next day begins.
            let next = LocalDateTime(date: day.adding(days: 1), time: .midnight)
            parts.append("UNTIL=\((zone.resolve(next).instant - .seconds(1)).calendarText)")
        }
        return parts.joined(separator: ";")
    }
}
