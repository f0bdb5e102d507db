import AlarmCore
import StrictYAML

/// Takes a sentence apart, word by word, and says what was expected where it makes no sense.
struct SentenceReader {
    /// The times that words can name: the run's, and every alarm's due time.
    struct Times {
        let start: Instant
        let end: Instant
        var dues: [String: Instant] = [:]
    }

    private let value: YAMLValue
    private let words: [String]
    private var next = 0

    /// Begins to read the text of `value`; what stands in double quotes is one word.
    init(_ value: YAMLValue, expected: String) throws(YAMLFault) {
        guard let text = value.scalar, !text.isEmpty, text.utf8.count <= 500 else { throw value.mismatch(expected) }
        self.value = value
        var words: [String] = []
        for (index, part) in text.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
            if index.isMultiple(of: 2) {
                words += part.split(separator: " ").map(String.init)
            } else {
                words.append("\"\(part)")
            }
        }
        guard text.filter({ $0 == "\"" }).count.isMultiple(of: 2) else {
            throw value.contradiction("a quotation has no end: expected another \"")
        }
        self.words = words
    }

    /// Whether every word was taken.
    var isAtEnd: Bool { next == words.count }

    /// The word that comes next.
    var word: String? { next < words.count ? words[next] : nil }

    /// Takes the next word if it is this one.
    mutating func take(_ wanted: String) -> Bool {
        guard word == wanted else { return false }
        next += 1
        return true
    }

    /// Takes these words if they come next.
    mutating func take(_ wanted: [String]) -> Bool {
        guard words[next...].starts(with: wanted) else { return false }
        next += wanted.count
        return true
    }

    /// Takes the next word if it is one of these.
    mutating func take(oneOf wanted: some Sequence<String>) -> String? {
        guard let word, wanted.contains(word) else { return nil }
        next += 1
        return word
    }

    /// Takes the next word if it is one of a kind's.
    mutating func take<Word: RawRepresentable<String>>(_ type: Word.Type) -> Word? {
        guard let found = word.flatMap(Word.init(rawValue:)) else { return nil }
        next += 1
        return found
    }

    /// Takes what stands in quotes.
    mutating func quotation() throws(YAMLFault) -> String {
        guard let word, word.hasPrefix("\"") else { throw fault("words in double quotes") }
        next += 1
        return String(word.dropFirst())
    }

    /// Takes a whole number from 0 to 1000.
    mutating func number() -> Int? {
        guard let number = word.flatMap({ Int($0) }), (0...1000).contains(number) else { return nil }
        next += 1
        return number
    }

    /// Takes a span that does not point to the past.
    mutating func span() throws(YAMLFault) -> Span {
        guard let span = word.flatMap({ try? Span(text: $0) }), span >= .zero else {
            throw fault("a span, as in 90s, 10m or 1h30m")
        }
        next += 1
        return span
    }

    /// Takes a moment: a span since the start, an alarm's due time with a span added or taken off, or an ISO 8601 time.
    mutating func moment(_ times: Times) throws(YAMLFault) -> Instant {
        let named = times.dues.merging(["start": times.start, "end": times.end]) { due, _ in due }
        let position = next
        guard let first = word else { throw fault(Self.momentForm(times)) }
        if let span = try? Span(text: first), span >= .zero, !first.hasPrefix("+") {
            next += 1
            return try inRun(times.start + span, times, from: position)
        }
        if let instant = try? Instant(iso8601: first) {
            next += 1
            return try inRun(instant, times, from: position)
        }
        guard let base = named[first] else { throw fault(Self.momentForm(times)) }
        next += 1
        if take("+") {
            let span = try span()
            return try inRun(base + span, times, from: position)
        }
        if take("-") {
            let span = try span()
            return try inRun(base - span, times, from: position)
        }
        return try inRun(base, times, from: position)
    }

    /// Refuses words that are left over.
    func finish(_ expected: String = "the end") throws(YAMLFault) {
        guard isAtEnd else { throw fault(expected) }
    }

    /// The fault that something else was expected as the next word.
    func fault(_ expected: String) -> YAMLFault {
        let before = words[..<next].joined(separator: " ")
        let place = before.isEmpty ? expected : "\(expected) after '\(before)'"
        let found = word.map { ($0.hasPrefix("\"") ? $0 + "\"" : $0.prefix(60).debugDescription) } ?? "the end"
        return YAMLFault(file: value.file, line: value.line, path: value.path, .expected(place, found: found))
    }

    /// The fault that each word makes sense and the whole does not.
    func contradiction(_ problem: String) -> YAMLFault { value.contradiction(problem) }

    private func inRun(_ instant: Instant, _ times: Times, from first: Int) throws(YAMLFault) -> Instant {
        let text = words[first..<next].joined(separator: " ")
        let run = "a time of the run, 0s to \(times.end - times.start)"
        guard instant >= times.start else {
            throw value.contradiction(
                "\(text) lies \(times.start - instant) before the start: expected \(run)"
            )
        }
        guard instant <= times.end else {
            throw value.contradiction(
                "\(text) lies \(instant - times.end) after the end: expected \(run), or a longer 'lasts'"
            )
        }
        return instant
    }

    private static func momentForm(_ times: Times) -> String {
        let alarm = times.dues.keys.min() ?? "wake"
        return "a time, as in 5m after the start, \(alarm), \(alarm) + 60s, or \(times.start)"
    }
}
