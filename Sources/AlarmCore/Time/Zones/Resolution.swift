/// The instants that a local time names in a zone.
public enum Resolution: Hashable, Sendable {
    /// The clocks show the time once.
    case unique(Instant)
    /// The clocks skip the time, at `transition`; `shifted` is as long after the start of the gap as the time would
    /// have been: 02:30 in a gap from 02:00 to 03:00 is 03:30 (RFC 5545, section 3.3.10).
    case gap(shifted: Instant, transition: Instant)
    /// The clocks show the time twice.
    case repeated(first: Instant, second: Instant)

    /// The instant at which an alarm for the time rings: once, at the first, and after a gap if it was skipped.
    public var instant: Instant {
        switch self {
        case .unique(let instant): instant
        case .gap(let shifted, _): shifted
        case .repeated(let first, _): first
        }
    }
}
