import AlarmCore
import StrictYAML

/// Reads a sentence word by word, and reports what was expected when it does not fit.
struct SentenceReader {
    /// The times that a sentence can name: the run's, and every alarm's due time.
    struct Times {
        let start: Instant
        let end: Instant
        var dues: [String: Instant] = [:]
    }

    private let value: YAMLValue
    private let words: [String]
    private var next = 0

    /// Starts to read the text of `value`; text in double quotes is one word.
    init(_ value: YAMLValue, expected: String) throws(YAMLError) {
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

    /// Whether every word has been read.
    var isAtEnd: Bool { next == words.count }

    /// The next word.
    var word: String? { next < words.count ? words[next] : nil }

    /// Takes the next word if it is this one.
    mutating func take(_ wanted: String) -> Bool {
        guard word == wanted else { return false }
        next += 1
        return true
    }

    /// Takes these words if they come next, in this order.
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

    /// Takes the next word if it is a raw value of the type.
    mutating func take<Word: RawRepresentable<String>>(_ type: Word.Type) -> Word? {
        guard let found = word.flatMap(Word.init(rawValue:)) else { return nil }
        next += 1
        return found
    }

    /// Takes a quoted text.
    mutating func quotation() throws(YAMLError) -> String {
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

    /// Takes a span that is not negative.
    mutating func span() throws(YAMLError) -> Span {
        guard let span = word.flatMap({ try? Span(text: $0) }), span >= .zero else {
            throw fault("a span, as in 90s, 10m or 1h30m")
        }
        next += 1
        return span
    }

    /// Takes a moment: a span since the start, an alarm's due time plus or minus a span, or an ISO 8601 time.
    mutating func moment(_ times: Times) throws(YAMLError) -> Instant {
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

    /// Refuses remaining words.
    func finish(_ expected: String = "the end") throws(YAMLError) {
        guard isAtEnd else { throw fault(expected) }
    }

    /// Returns the fault that the next word is not the expected one.
    func fault(_ expected: String) -> YAMLError {
        let before = words[..<next].joined(separator: " ")
        let place = before.isEmpty ? expected : "\(expected) after '\(before)'"
        let found = word.map { ($0.hasPrefix("\"") ? $0 + "\"" : $0.prefix(60).debugDescription) } ?? "the end"
        return YAMLError(file: value.file, line: value.line, path: value.path, .expected(place, found: found))
    }

    /// Returns the fault that the words are valid but their meaning is contradictory.
    func contradiction(_ problem: String) -> YAMLError { value.contradiction(problem) }

    private func inRun(_ instant: Instant, _ times: Times, from first: Int) throws(YAMLError) -> Instant {
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
