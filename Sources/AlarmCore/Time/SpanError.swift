/// Why a text is not a span of time.
///
/// Positions count characters from 1.
public enum SpanError: Error, Hashable, Sendable {
    /// The text ends, or another character stands, where a number begins.
    case expectedNumber(position: Int)
    /// A number is not followed by `d`, `h`, `m`, `s` or `ms`.
    case expectedUnit(position: Int)
    /// A unit is repeated, or follows a smaller one.
    case unitOutOfOrder(String, position: Int)
    /// The span is longer than 292 million years.
    case tooLong
}

extension SpanError: CustomStringConvertible {
    /// The problem, its position, and what to write instead.
    public var description: String {
        switch self {
        case .expectedNumber(let position):
            "expected a number at character \(position); write 90s, -24h, 1h30m, 250ms or 2d"
        case .expectedUnit(let position):
            "expected a unit (d, h, m, s or ms) at character \(position); write 90s, -24h, 1h30m, 250ms or 2d"
        case .unitOutOfOrder(let unit, let position):
            "unit \(unit) at character \(position) is out of order; use each once, the larger first, as in 1h30m"
        case .tooLong:
            "the span is too long; use less than 292 million years"
        }
    }
}
