import AlarmCore

/// One value that is being read, with its place.
struct SettingReader {
    let value: SettingValue
    let path: String

    init(_ value: SettingValue, path: String = "") {
        self.value = value
        self.path = path
    }

    /// The error that something else was expected here.
    func mismatch(_ expected: String) -> SettingError {
        SettingError(path: path, problem: "expected \(expected), found \(value.kind)")
    }

    /// The text of a scalar; nil for anything else, and for what JSON takes for something else.
    private var text: String? {
        switch value {
        case .text(let text), .word(let text): text
        case .null, .flag, .number, .list, .object: nil
        }
    }

    /// The spelling of a number, or of a scalar that may be one.
    private var digits: String? {
        switch value {
        case .number(let digits), .word(let digits): digits
        case .null, .flag, .text, .list, .object: nil
        }
    }

    /// A text that is not empty, of at most so many bytes.
    func string(upTo bytes: Int = 200) throws(SettingError) -> String {
        guard let text, 1...bytes ~= text.utf8.count else { throw mismatch("a text of 1 to \(bytes) bytes") }
        return text
    }

    /// `true` or `false`.
    func flag() throws(SettingError) -> Bool {
        switch value {
        case .flag(let flag): flag
        case .word("true"): true
        case .word("false"): false
        default: throw mismatch("true or false")
        }
    }

    /// A whole number in `range`.
    func integer<Number: FixedWidthInteger>(in range: ClosedRange<Number>) throws(SettingError) -> Number {
        guard let digits, let number = Number(digits), range.contains(number) else {
            throw mismatch("a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A probability.
    func probability() throws(SettingError) -> Double {
        guard let digits, let number = Double(digits), 0...1 ~= number else {
            throw mismatch("a probability from 0 to 1, as in 0.05")
        }
        return number
    }

    /// A span of time in `range`.
    func span(in range: ClosedRange<Span>) throws(SettingError) -> Span {
        guard let text, let span = try? Span(text: text), range.contains(span) else {
            throw mismatch("a span from \(range.lowerBound) to \(range.upperBound), as in 250ms, 5s or 1m30s")
        }
        return span
    }

    /// One word of a list.
    func word<Word: RawRepresentable<String> & CaseIterable>(_ type: Word.Type) throws(SettingError) -> Word {
        guard let text, let word = Word(rawValue: text) else {
            throw mismatch("one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return word
    }

    /// The text, if this is one, to look at before deciding what it is.
    var scalar: String? { text ?? digits }

    /// The values of a list, each with its place.
    func list(of expected: String, upTo limit: Int) throws(SettingError) -> [SettingReader] {
        guard case .list(let values) = value else { throw mismatch("a list of \(expected)") }
        guard values.count <= limit else {
            throw SettingError(path: path, problem: "expected at most \(limit) of them, found \(values.count)")
        }
        return values.enumerated().map { SettingReader($1, path: "\(path)[\($0 + 1)]") }
    }
}
