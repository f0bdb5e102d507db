import AlarmCore

/// What a person says to an alarm that rings.
enum Answer: Hashable {
    /// They are up, and perhaps say something.
    case gotIt(reply: String?)
    /// Later.
    case snooze(Span)
    /// No.
    case dismiss

    /// What can be typed.
    static let help = "g = got it [reply], s = snooze [minutes], d = dismiss"

    /// Reads a typed line; nil for one that is no answer.
    ///
    /// - Parameters:
    ///   - line: `g`, `g On my way`, `s`, `s 5`, `s 90s`, `d`, or the words in full.
    ///   - usualSnooze: the snooze that names no time.
    init?(typed line: String, usualSnooze: Span) {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        let rest = words.count > 1 ? words[1].trimmed : ""
        switch words.first?.lowercased() {
        case "g", "got-it", "got": self = .gotIt(reply: rest.isEmpty ? nil : rest)
        case "s", "snooze":
            guard let span = rest.isEmpty ? usualSnooze : Self.span(rest) else { return nil }
            self = .snooze(span)
        case "d", "dismiss":
            guard rest.isEmpty else { return nil }
            self = .dismiss
        default: return nil
        }
    }

    /// Bare minutes, or a span with its units.
    private static func span(_ text: String) -> Span? {
        let span = Int64(text).map { Span.minutes($0) } ?? (try? Span(text: text))
        return span.flatMap { (.seconds(1) ... .hours(24)).contains($0) ? $0 : nil }
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
