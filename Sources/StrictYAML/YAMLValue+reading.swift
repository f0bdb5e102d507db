package import AlarmCore

extension YAMLValue {
    /// A text that is not empty.
    package func text() throws(YAMLFault) -> String {
        guard let scalar, !scalar.isEmpty else { throw mismatch("a text") }
        return scalar
    }

    /// A whole number in `range`.
    package func count(in range: ClosedRange<Int>) throws(YAMLFault) -> Int {
        guard let scalar, let count = Int(scalar), range.contains(count) else {
            throw mismatch("a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return count
    }

    /// `true` or `false`, and nothing that YAML would also take for it.
    package func flag() throws(YAMLFault) -> Bool {
        switch scalar {
        case "true": true
        case "false": false
        default: throw mismatch("true or false")
        }
    }

    /// A span of time.
    package func span() throws(YAMLFault) -> Span {
        guard let scalar, let span = try? Span(text: scalar) else {
            throw mismatch("a span, as in 90s, 10m or 1h30m")
        }
        return span
    }

    /// One word of a list.
    package func word<Word: RawRepresentable<String> & CaseIterable>(
        _ type: Word.Type = Word.self
    ) throws(YAMLFault) -> Word {
        guard let scalar, let word = Word(rawValue: scalar) else {
            throw mismatch("one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return word
    }

    /// Some words of a list, each once.
    package func words<Word: RawRepresentable<String> & CaseIterable & Hashable>(
        _ type: Word.Type = Word.self
    ) throws(YAMLFault) -> [Word] {
        let all = Word.allCases.map(\.rawValue).joined(separator: ", ")
        var words: [Word] = []
        for item in try list("a list in brackets of \(all)") {
            // A short list needs no numbers: its words tell themselves apart.
            let value = YAMLValue(item.node, file: file, path: path)
            let word: Word = try value.word()
            guard !words.contains(word) else { throw value.mismatch("each word once") }
            words.append(word)
        }
        return words
    }
}
