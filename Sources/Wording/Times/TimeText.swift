package import AlarmCore

/// A moment in words.
package enum TimeText {
    /// The date, the time of day and the zone, by the clocks of `zone`.
    ///
    /// - English: `Jan 12, 2026 at 10:00 PM PST`.
    /// - Traditional Chinese: `2026年1月12日 下午10:00（PST）`. Taiwan's clocks have twelve hours; CLDR's `zh-Hant` writes
    ///   `y年M月d日` and `ah:mm`, with no space after 下午, and calls midnight 上午12:00.
    /// - Simplified Chinese: `2026年1月12日 22:00（PST）`. Mainland China writes 24 hours; CLDR's `zh` has `HH:mm`.
    ///
    /// CLDR puts the zone in brackets or in front; in running Chinese text full-width parentheses are the custom.
    /// Seconds are left out: nobody acts on them.
    package static func moment(_ instant: Instant, in zone: ZoneRules, _ language: Language) -> String {
        let local = zone.localDateTime(at: instant)
        let (date, time) = (local.date, local.time)
        let zone = ZoneText.name(of: zone.offset(at: instant))
        switch language {
        case .english:
            let half = time.hour < 12 ? "AM" : "PM"
            return "\(months[date.month - 1]) \(date.day), \(date.year) at \(twelve(time)) \(half) \(zone)"
        case .traditionalChinese:
            let half = time.hour < 12 ? "上午" : "下午"
            return "\(date.year)年\(date.month)月\(date.day)日 \(half)\(twelve(time))（\(zone)）"
        case .simplifiedChinese:
            return "\(date.year)年\(date.month)月\(date.day)日 \(twoDigits(time.hour)):\(twoDigits(time.minute))（\(zone)）"
        }
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Hours from 1 to 12, and minutes.
    private static func twelve(_ time: LocalTime) -> String {
        "\((time.hour + 11) % 12 + 1):\(twoDigits(time.minute))"
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
