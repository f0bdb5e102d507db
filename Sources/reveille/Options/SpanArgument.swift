import AlarmCore

extension Span {
    /// Reads a span on the command line, as in `10m`, that lies in `range`.
    static func argument(in range: ClosedRange<Span>) -> @Sendable (String) throws -> Span {
        { text in
            let span = try Span(text: text)
            guard range.contains(span) else { throw OutOfRange(range: range) }
            return span
        }
    }

    private struct OutOfRange: Error, CustomStringConvertible {
        let range: ClosedRange<Span>

        var description: String { "expected a span from \(range.lowerBound) to \(range.upperBound)" }
    }
}
