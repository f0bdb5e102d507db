package import AlarmCore

/// A calendar of alarms as text (RFC 5545), with the properties of RFC 7986 for one that is subscribed to.
package struct CalendarDocument: Hashable, Sendable {
    /// The media type of the text, in UTF-8.
    package static let mediaType = "text/calendar; charset=utf-8"

    /// The name that a calendar program shows.
    package var name: String
    /// How often to ask for it again; nil for a file that is read once.
    package var refreshInterval: Span?
    /// The events.
    package var events: [CalendarEvent]

    package init(name: String, refreshInterval: Span? = nil, events: [CalendarEvent]) {
        self.name = name
        self.refreshInterval = refreshInterval
        self.events = events
    }

    /// The text: each zone of a recurring event once, then the events in their order.
    package var text: String {
        var lines = [
            ContentLine("BEGIN", "VCALENDAR"),
            ContentLine("VERSION", "2.0"),
            ContentLine("PRODID", "-//Reveille//Alarms//EN"),
            ContentLine("CALSCALE", "GREGORIAN"),
            ContentLine("NAME", text: name),
            // What programs read that are older than RFC 7986.
            ContentLine("X-WR-CALNAME", text: name),
        ]
        if let refreshInterval {
            lines.append(ContentLine("REFRESH-INTERVAL;VALUE=DURATION", refreshInterval.calendarText))
            lines.append(ContentLine("X-PUBLISHED-TTL", refreshInterval.calendarText))
        }
        lines += zones.flatMap(\.lines)
        lines += events.flatMap(\.lines)
        lines.append(ContentLine("END", "VCALENDAR"))
        return lines.map(\.folded).joined()
    }

    /// The zones of the recurring events, by name, each from its earliest event on.
    private var zones: [CalendarZone] {
        var zones: [String: CalendarZone] = [:]
        for case .recurring(_, let first, _, let name, let rules) in events.map(\.time) {
            let start = rules.resolve(first).instant
            let known = zones[name]?.start
            zones[name] = CalendarZone(name: name, rules: rules, start: known.map { min($0, start) } ?? start)
        }
        return zones.values.sorted { $0.name < $1.name }
    }
}
