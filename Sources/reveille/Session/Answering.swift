import AlarmCore
import ArgumentParser

/// The way in which alarms are answered: by a person at the terminal, or automatically.
struct Answering {
    private let automatic: AutomaticAnswer?
    private let reply: String?
    private let snooze: Span

    /// Creates the choice made on the command line.
    init(automatic: AutomaticAnswer?, reply: String?, snooze: Span) {
        self.automatic = automatic
        self.reply = reply
        self.snooze = snooze
    }

    /// Whether a person is asked.
    var asks: Bool { automatic == nil }

    /// The automatic answer; nil where a person is asked, or no answer is given.
    var always: RingAnswer? {
        switch automatic {
        case .gotIt: .gotIt(reply: reply)
        case .snooze: .snooze(snooze)
        case .dismiss: .dismiss
        case .some(.none), nil: nil
        }
    }

    /// Reads a typed line.
    func answer(typed line: String) -> TypedAnswer? { TypedAnswer(line, defaultSnooze: snooze) }
}

/// An answer as typed, and the number of the alarm that it is for: `g2 On my way` answers the second.
struct TypedAnswer: Hashable {
    /// The answer.
    let answer: RingAnswer
    /// The number of the alarm; nil where none was typed.
    let number: Int?
    /// Whether it is a snooze that says for how long.
    let namesSpan: Bool

    /// Reads a typed line; nil for one that is not an answer.
    init?(_ line: String, defaultSnooze: Span) {
        let start = line.drop { $0.isWhitespace }
        let verb = start.prefix { $0.isLetter || $0 == "-" }
        let digits = start[verb.endIndex...].prefix { $0.isASCII && $0.isNumber }
        guard !verb.isEmpty, digits.count <= 3,
            let answer = RingAnswer(typed: verb + start[digits.endIndex...], defaultSnooze: defaultSnooze)
        else { return nil }
        self.answer = answer
        number = Int(digits)
        if case .snooze = answer {
            namesSpan = start[digits.endIndex...].contains { !$0.isWhitespace }
        } else {
            namesSpan = false
        }
    }
}

/// The answer that `--answer` gives to every alarm.
enum AutomaticAnswer: String, CaseIterable, ExpressibleByArgument {
    case gotIt = "got-it"
    case snooze
    case dismiss
    case none
}

/// The answer to a ringing alarm.
enum RingAnswer: Hashable {
    /// The user is up; carries an optional reply.
    case gotIt(reply: String?)
    /// The alarm rings again after this span.
    case snooze(Span)
    /// The alarm is dismissed.
    case dismiss

    /// Reads a typed line; nil for one that is not an answer.
    ///
    /// - Parameters:
    ///   - line: `g`, `g On my way`, `s`, `s 5`, `s 90s`, `d`, or the words in full.
    ///   - defaultSnooze: the span of a snooze that names none.
    init?(typed line: some StringProtocol, defaultSnooze: Span) {
        let words = line.split(separator: " ", maxSplits: 1).map { String($0) }
        let rest = words.count > 1 ? words[1].trimmed : ""
        switch words.first?.lowercased() {
        case "g", "got-it", "got": self = .gotIt(reply: rest.isEmpty ? nil : rest)
        case "s", "snooze":
            guard let span = rest.isEmpty ? defaultSnooze : Self.span(rest) else { return nil }
            self = .snooze(span)
        case "d", "dismiss":
            guard rest.isEmpty else { return nil }
            self = .dismiss
        default: return nil
        }
    }

    /// Reads bare minutes, or a span with its units.
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
