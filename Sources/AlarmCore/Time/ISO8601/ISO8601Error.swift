/// Why a text is not a time in the RFC 3339 profile of ISO 8601.
///
/// Positions count characters from 1.
public enum ISO8601Error: Error, Hashable, Sendable {
    /// A part of a timestamp that is written in digits.
    public enum Field: String, Hashable, Sendable {
        case year
        case month
        case day
        case hour
        case minute
        case second
        case fraction
        case offsetHour = "offset hour"
        case offsetMinute = "offset minute"
    }

    /// The text ends, or another character stands, where a digit of `field` is needed.
    case expectedDigit(of: Field, position: Int)
    /// The text ends, or another character stands, where `separator` is needed.
    case expectedSeparator(Character, position: Int)
    /// A field's number is not one that the calendar or the clock has.
    case outOfRange(Field, value: Int, allowed: ClosedRange<Int>, position: Int)
    /// Second 60 stands where no leap second can be (RFC 3339, section 5.7).
    case notALeapSecond(position: Int)
    /// The text ends without the offset from UTC that an instant needs.
    case missingOffset(position: Int)
    /// An offset stands where a local time was asked for.
    case unexpectedOffset(position: Int)
    /// Something other than `Z` or `±hh:mm` follows the time of day.
    case invalidOffset(position: Int)
    /// The timestamp is complete, yet more text follows.
    case trailingText(position: Int)
}

extension ISO8601Error: CustomStringConvertible {
    /// The problem, its position, and what to write instead.
    public var description: String {
        switch self {
        case .expectedDigit(let field, let position):
            "expected a digit of the \(field.rawValue) at character \(position); write 2025-11-06T14:45:00Z"
        case .expectedSeparator(let separator, let position):
            "expected '\(separator)' at character \(position); write 2025-11-06T14:45:00Z"
        case .outOfRange(let field, let value, let allowed, let position):
            """
            \(field.rawValue) \(value) at character \(position) does not exist here; \
            use \(allowed.lowerBound) to \(allowed.upperBound)
            """
        case .notALeapSecond(let position):
            """
            second 60 at character \(position) is only allowed with an offset, at 23:59:60 UTC on the last day of a \
            month; use 59, or the next minute
            """
        case .missingOffset(let position):
            "no offset from UTC at character \(position); add Z or ±hh:mm, or name an IANA time zone beside the time"
        case .unexpectedOffset(let position):
            "an offset at character \(position) of a local time; leave it out, the time zone decides"
        case .invalidOffset(let position):
            "expected Z or ±hh:mm at character \(position); write 2025-11-06T14:45:00Z or 2025-11-06T14:45:00+01:00"
        case .trailingText(let position):
            "text follows the complete time at character \(position); remove it"
        }
    }
}
