package import AlarmCore

/// A length of time in words.
package enum DurationText {
    /// The two largest units of `span`, rounded down: "2 hours 5 minutes", "3 days", "45 seconds".
    ///
    /// Rounded down, so that nobody is promised more time than there is. Negative spans are "0 seconds". A second unit
    /// is written only directly below the first: "3 days", not "3 days 2 minutes".
    package static func spoken(_ span: Span, _ language: Language) -> String {
        let seconds = max(0, span.milliseconds / 1000)
        let units = units
        guard let first = units.firstIndex(where: { seconds >= $0.seconds }) else {
            return language.counted(0, .unitSecond)
        }
        let unit = units[first]
        let text = language.counted(seconds / unit.seconds, unit.key)
        guard first + 1 < units.count else { return text }
        let next = units[first + 1]
        let count = seconds % unit.seconds / next.seconds
        return count == 0 ? text : "\(text) \(language.counted(count, next.key))"
    }

    /// Hours, however many, rounded down: "49 hours"; below two days with their minutes, "1 hour 42 minutes", and below
    /// an hour as ``spoken(_:_:)``.
    package static func hours(_ span: Span, _ language: Language) -> String {
        let (hours, rest) = span.milliseconds.quotientAndRemainder(dividingBy: Span.hours(1).milliseconds)
        guard hours >= 1 else { return spoken(span, language) }
        let text = language.counted(hours, .unitHour)
        let minutes = rest / Span.minutes(1).milliseconds
        return hours >= 48 || minutes == 0 ? text : "\(text) \(language.counted(minutes, .unitMinute))"
    }

    private static let units: [(seconds: Int64, key: TextKey)] = [
        (86_400, .unitDay), (3600, .unitHour), (60, .unitMinute), (1, .unitSecond),
    ]
}
