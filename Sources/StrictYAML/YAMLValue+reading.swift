package import AlarmCore

extension YAMLValue {
    /// A text that is not empty.
    package func text() throws(YAMLError) -> String {
        guard let text = asText, !text.isEmpty else { throw mismatch("a text") }
        return text
    }

    /// A text of 1 to `bytes` bytes in UTF-8.
    package func text(upTo bytes: Int) throws(YAMLError) -> String {
        guard let text = asText, !isNothing, 1...bytes ~= text.utf8.count else {
            throw mismatch("a text of 1 to \(bytes) bytes")
        }
        return text
    }

    /// A whole number in `range`.
    package func count<Number: FixedWidthInteger>(in range: ClosedRange<Number>) throws(YAMLError) -> Number {
        guard let digits = asNumber, let count = Number(digits), range.contains(count) else {
            throw mismatch("a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return count
    }

    /// A probability, from 0 to 1.
    package func probability() throws(YAMLError) -> Double {
        guard let digits = asNumber, let probability = Double(digits), 0...1 ~= probability else {
            throw mismatch("a probability from 0 to 1, as in 0.05")
        }
        return probability
    }

    /// `true` or `false`, and none of YAML's other spellings.
    package func flag() throws(YAMLError) -> Bool {
        switch node.content {
        case .flag(let flag): flag
        case .scalar("true", _): true
        case .scalar("false", _): false
        default: throw mismatch("true or false")
        }
    }

    /// A span of time.
    package func span() throws(YAMLError) -> Span {
        guard let text = asText, let span = try? Span(text: text) else {
            throw mismatch("a span, as in 90s, 10m or 1h30m")
        }
        return span
    }

    /// A span of time in `range`.
    package func span(in range: ClosedRange<Span>) throws(YAMLError) -> Span {
        guard let text = asText, let span = try? Span(text: text), range.contains(span) else {
            throw mismatch("a span from \(range.lowerBound) to \(range.upperBound), as in 250ms, 5s or 1m30s")
        }
        return span
    }

    /// One of the type's words.
    package func word<Word: RawRepresentable<String> & CaseIterable>(
        _ type: Word.Type = Word.self
    ) throws(YAMLError) -> Word {
        guard let text = asText, let word = Word(rawValue: text) else {
            throw mismatch("one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return word
    }

    /// Some of the type's words, each at most once.
    package func words<Word: RawRepresentable<String> & CaseIterable & Hashable>(
        _ type: Word.Type = Word.self
    ) throws(YAMLError) -> [Word] {
        let all = Word.allCases.map(\.rawValue).joined(separator: ", ")
        var words: [Word] = []
        for item in try list("a list in brackets of \(all)") {
            // Items of a short list need no index in errors: their words identify them.
            let value = YAMLValue(item.node, file: file, path: path)
            let word: Word = try value.word()
            guard !words.contains(word) else { throw value.mismatch("each word once") }
            words.append(word)
        }
        return words
    }
}
