package import AlarmCore

extension Instant {
    /// The time in UTC as iCalendar writes it (RFC 5545, section 3.3.5, form 2), in whole seconds.
    package var calendarText: String { "\(ZoneRules.utc.localDateTime(at: self).calendarText)Z" }
}

extension LocalDateTime {
    /// The time as iCalendar writes it (RFC 5545, section 3.3.5, form 1), in whole seconds.
    package var calendarText: String {
        digits(date.year, 4) + digits(date.month, 2) + digits(date.day, 2) + "T" + digits(time.hour, 2)
            + digits(time.minute, 2) + digits(time.second, 2)
    }
}

extension Span {
    /// The length as iCalendar writes it (RFC 5545, section 3.3.6), in whole seconds.
    var calendarText: String { "PT\(milliseconds / 1000)S" }
}

/// An offset in seconds east of UTC as iCalendar writes it (RFC 5545, section 3.3.14).
func offsetText(_ secondsEast: Int) -> String {
    let size = abs(secondsEast)
    let seconds = size % 60 == 0 ? "" : digits(size % 60, 2)
    return (secondsEast < 0 ? "-" : "+") + digits(size / 3600, 2) + digits(size / 60 % 60, 2) + seconds
}

/// A number with at least `count` digits.
private func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(count - text.count, 0)) + text
}
