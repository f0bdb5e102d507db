import AlarmCore
import Yams

extension PolicyNode {
    /// A text.
    static func text(_ node: Node) throws(Mismatch) -> String {
        guard case .scalar(let scalar) = node, !scalar.string.isEmpty else { throw mismatch("a text", node) }
        return scalar.string
    }

    /// A whole number from 0 to 100.
    static func count(_ node: Node) throws(Mismatch) -> Int {
        guard case .scalar(let scalar) = node, let count = Int(scalar.string), (0...100).contains(count) else {
            throw mismatch("a whole number from 0 to 100", node)
        }
        return count
    }

    /// A span of time.
    static func span(_ node: Node) throws(Mismatch) -> Span {
        guard case .scalar(let scalar) = node, let span = try? Span(text: scalar.string) else {
            throw mismatch("a span, as in 90s, 10m or 1h30m", node)
        }
        return span
    }

    /// A moment of a ladder: `acceptance`, which is nil, or a distance from due.
    static func moment(_ node: Node) throws(Mismatch) -> Span? {
        guard case .scalar(let scalar) = node else { throw mismatch(momentForm, node) }
        if scalar.string == PolicyFile.acceptance { return nil }
        guard let span = try? Span(text: scalar.string) else { throw mismatch(momentForm, node) }
        return span
    }

    /// One word of a list.
    static func word<Word: RawRepresentable<String> & CaseIterable>(_ node: Node) throws(Mismatch) -> Word {
        guard case .scalar(let scalar) = node, let word = Word(rawValue: scalar.string) else {
            throw mismatch("one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))", node)
        }
        return word
    }

    /// Some words of a list, each once.
    static func words<Word: RawRepresentable<String> & CaseIterable & Hashable>(
        _ node: Node
    ) throws(Mismatch) -> [Word] {
        guard case .sequence(let nodes) = node else {
            throw mismatch("a list in brackets of \(Word.allCases.map(\.rawValue).joined(separator: ", "))", node)
        }
        var words: [Word] = []
        for node in nodes {
            let word: Word = try word(node)
            guard !words.contains(word) else { throw mismatch("each word once", node) }
            words.append(word)
        }
        return words
    }

    private static let momentForm = "\(PolicyFile.acceptance), or a distance from due as in -24h, 0s or 2m"

    private static func mismatch(_ expected: String, _ node: Node) -> Mismatch {
        Mismatch(expected: expected, found: kind(of: node))
    }
}
