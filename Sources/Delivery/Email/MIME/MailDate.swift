import AlarmCore

/// The English dates of mail and HTTP (RFC 5322, section 3.3).
enum MailDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

    /// The words of a UTC date, as in `Thu, 01 Jan 2026 00:00:00 +0000`; years are limited to 1900 to 9999.
    static func words(_ instant: Instant) -> [String] {
        let earliest: Int64 = -2_208_988_800
        let latest: Int64 = 253_402_300_799
        let seconds = Int(min(max(instant.seconds, earliest), latest))
        let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
        let day = rest < 0 ? days - 1 : days
        let second = seconds - day * 86_400
        let date = LocalDate(daysSinceEpoch: day)
        let time = [second / 3600, second / 60 % 60, second % 60].map(padded).joined(separator: ":")
        return [
            weekdays[date.weekday.rawValue - 1] + ",", padded(date.day), months[date.month - 1], "\(date.year)", time,
            "+0000",
        ]
    }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
