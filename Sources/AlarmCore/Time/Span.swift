/// A length of time in whole milliseconds; negative spans point to the past.
///
/// Written as text in policies and on the command line: `90s`, `-24h`, `1h30m`, `250ms`, `2d`.
public struct Span: Hashable, Sendable, Comparable {
    /// The length in milliseconds.
    public var milliseconds: Int64

    /// Makes a span of `milliseconds`.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The empty span.
    public static let zero = Span(milliseconds: 0)

    /// A span of whole milliseconds.
    public static func milliseconds(_ count: Int64) -> Span { Span(milliseconds: count) }

    /// A span of whole seconds, clamped to what a `Span` can hold.
    public static func seconds(_ count: Int64) -> Span { Span(count, times: 1000) }

    /// A span of whole minutes, clamped to what a `Span` can hold.
    public static func minutes(_ count: Int64) -> Span { Span(count, times: 60_000) }

    /// A span of whole hours, clamped to what a `Span` can hold.
    public static func hours(_ count: Int64) -> Span { Span(count, times: 3_600_000) }

    /// A span of days of 24 hours, clamped to what a `Span` can hold.
    public static func days(_ count: Int64) -> Span { Span(count, times: 86_400_000) }

    private init(_ count: Int64, times unit: Int64) {
        let (product, overflow) = count.multipliedReportingOverflow(by: unit)
        self.milliseconds = overflow ? (count < 0 ? .min : .max) : product
    }

    /// Whether `left` is shorter, or points further to the past.
    public static func < (left: Span, right: Span) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// The sum, clamped to what a `Span` can hold.
    public static func + (left: Span, right: Span) -> Span {
        let (sum, overflow) = left.milliseconds.addingReportingOverflow(right.milliseconds)
        return Span(milliseconds: overflow ? (right.milliseconds < 0 ? .min : .max) : sum)
    }

    /// The span `count` times as long, clamped to what a `Span` can hold.
    public static func * (span: Span, count: Int64) -> Span {
        Span(span.milliseconds, times: count)
    }

    /// The same length in the other direction.
    public static prefix func - (span: Span) -> Span {
        Span(milliseconds: span.milliseconds == .min ? .max : -span.milliseconds)
    }
}
