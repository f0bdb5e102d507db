import AlarmCore

/// Formats a moment's distance from a reference time.
enum RelativeTime {
    /// Returns the distance as a clock shows it: `+00:05:12`, `-25:00:00`, with tenths `+00:05:12.3`; halves are
    /// rounded up.
    static func clock(_ span: Span, showsTenths: Bool) -> String {
        let unit: UInt64 = showsTenths ? 100 : 1000
        let (whole, rest) = span.milliseconds.magnitude.quotientAndRemainder(dividingBy: unit)
        let units = whole + (rest * 2 >= unit ? 1 : 0)
        let (seconds, tenths) = showsTenths ? units.quotientAndRemainder(dividingBy: 10) : (units, 0)
        let sign = span.milliseconds < 0 && units > 0 ? "-" : "+"
        let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map(twoDigits).joined(separator: ":")
        return sign + clock + (showsTenths ? ".\(tenths)" : "")
    }

    /// Returns the distance in words, with a sign: `−25 h`, `+1 min 30 s`, `0`.
    static func short(_ span: Span) -> String {
        guard span.milliseconds != 0 else { return "0" }
        return (span.milliseconds < 0 ? "\u{2212}" : "+") + length(span)
    }

    /// Returns a duration in its two largest units: `25 h`, `1 min 30 s`, `250 ms`.
    static func length(_ span: Span) -> String {
        let units: [(name: String, milliseconds: UInt64)] = [
            ("d", 86_400_000), ("h", 3_600_000), ("min", 60_000), ("s", 1000), ("ms", 1),
        ]
        let magnitude = span.milliseconds.magnitude
        // Two days and more are counted in days.
        let usable = units.dropFirst(magnitude < 2 * units[0].milliseconds ? 1 : 0)
        guard let largest = usable.firstIndex(where: { magnitude >= $0.milliseconds }) else { return "0 s" }
        let (count, rest) = magnitude.quotientAndRemainder(dividingBy: units[largest].milliseconds)
        let first = "\(count) \(units[largest].name)"
        guard largest + 1 < units.count, units[largest].name != "s" || count < 10 else { return first }
        let second = rest / units[largest + 1].milliseconds
        return second == 0 ? first : "\(first) \(second) \(units[largest + 1].name)"
    }

    private static func twoDigits(_ number: UInt64) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
