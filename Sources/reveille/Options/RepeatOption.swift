import AlarmCore

/// How an alarm repeats, as people type it: a word, or a rule of RFC 5545.
enum RepeatOption {
    private static let words: KeyValuePairs = [
        "daily": "FREQ=DAILY",
        "weekdays": "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
        "weekends": "FREQ=WEEKLY;BYDAY=SA,SU",
        "weekly": "FREQ=WEEKLY",
        "monthly": "FREQ=MONTHLY",
        "yearly": "FREQ=YEARLY",
    ]

    /// Reads `daily`, `weekdays`, `weekends`, `weekly`, `monthly`, `yearly`, or a rule.
    ///
    /// - Throws: what to write instead.
    static func rule(_ text: String) throws -> RecurrenceRule {
        if let known = words.first(where: { $0.key == text.lowercased() }) { return try RecurrenceRule(known.value) }
        guard text.contains("=") else { throw Unknown(text: text) }
        return try RecurrenceRule(text)
    }

    private struct Unknown: Error, CustomStringConvertible {
        let text: String

        var description: String {
            """
            '\(String(text.prefix(40)).asForeign)' is no repetition; write \
            \(words.map(\.key).joined(separator: ", ")), or a rule such as FREQ=WEEKLY;BYDAY=MO,TU
            """
        }
    }
}
