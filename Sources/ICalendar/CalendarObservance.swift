import AlarmCore

/// A part of a zone's description: when one offset begins (RFC 5545, section 3.6.5).
struct CalendarObservance: Hashable, Sendable {
    /// What changes.
    let kind: ClockChange.Kind
    /// When it begins; never empty.
    let onsets: [LocalDateTime]
    /// The rule that it follows every year from the first onset on; nil where all onsets are listed.
    let rule: YearlyOnset?

    var lines: [ContentLine] {
        let name = kind.offset.isDaylightSaving ? "DAYLIGHT" : "STANDARD"
        var lines = [
            ContentLine("BEGIN", name),
            ContentLine("DTSTART", onsets[0].calendarText),
            ContentLine("TZOFFSETFROM", offsetText(kind.from)),
            ContentLine("TZOFFSETTO", offsetText(kind.offset.secondsEast)),
            ContentLine("TZNAME", text: kind.offset.abbreviation),
        ]
        if let rule { lines.append(ContentLine("RRULE", rule.calendarText)) }
        if onsets.count > 1 {
            lines.append(ContentLine("RDATE", onsets.dropFirst().map(\.calendarText).joined(separator: ",")))
        }
        lines.append(ContentLine("END", name))
        return lines
    }
}
