/// A point on the UTC time line, in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// Milliseconds in an `Int64` rather than a `Date`: a `Date` is a `Double`, so that two equal times can differ after a
/// round trip through a database. Leap seconds are not counted, as in POSIX time.
public struct Instant: Hashable, Sendable, Comparable {
    /// Milliseconds since the Unix epoch; negative before 1970.
    public var milliseconds: Int64

    /// Makes the instant that lies `milliseconds` after the Unix epoch.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Makes the instant that lies `seconds` whole seconds after the Unix epoch, clamped to what an `Instant` can hold.
    public init(seconds: Int64) {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        self.milliseconds = overflow ? (seconds < 0 ? .min : .max) : product
    }

    /// Whole seconds since the Unix epoch, rounded towards the past.
    public var seconds: Int64 {
        let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// Whether `left` is earlier.
    public static func < (left: Instant, right: Instant) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// The instant `span` later, clamped to what an `Instant` can hold.
    public static func + (left: Instant, span: Span) -> Instant {
        let (sum, overflow) = left.milliseconds.addingReportingOverflow(span.milliseconds)
        return Instant(milliseconds: overflow ? (span.milliseconds < 0 ? .min : .max) : sum)
    }

    /// The instant `span` earlier, clamped to what an `Instant` can hold.
    public static func - (left: Instant, span: Span) -> Instant {
        let (difference, overflow) = left.milliseconds.subtractingReportingOverflow(span.milliseconds)
        return Instant(milliseconds: overflow ? (span.milliseconds < 0 ? .max : .min) : difference)
    }

    /// The span from `right` to `left`, clamped to what a `Span` can hold.
    public static func - (left: Instant, right: Instant) -> Span {
        let (difference, overflow) = left.milliseconds.subtractingReportingOverflow(right.milliseconds)
        return Span(milliseconds: overflow ? (left < right ? .min : .max) : difference)
    }
}
