import AlarmCore
import ArgumentParser

extension Place {
    /// Reads `52.5163,13.3777`, or with a radius of uncertainty in metres `52.5163,13.3777,12`.
    ///
    /// - Throws: `ValidationError` with the fault.
    init(argument text: String) throws {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0) }
        guard (2...3).contains(parts.count), numbers.count == parts.count else {
            throw ValidationError(
                "'\(text.asForeign)' is no place; write latitude and longitude as in 52.5163,13.3777."
            )
        }
        do {
            try self.init(
                latitude: numbers[0],
                longitude: numbers[1],
                accuracy: numbers.count == 3 ? numbers[2] : nil
            )
        } catch {
            throw ValidationError("\(error).")
        }
    }
}

extension Span {
    /// Returns a parser of spans, as in `10m`, within `range`.
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
