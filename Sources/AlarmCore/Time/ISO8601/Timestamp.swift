/// A time as people and programs write it: an instant if it has an offset from UTC, else a local time.
///
/// A local time names no instant on its own. The caller decides whether it may be used, and with which zone.
public enum Timestamp: Hashable, Sendable {
    /// The text has `Z` or an offset.
    case instant(Instant)
    /// The text has no offset.
    case local(LocalDateTime)

    /// Reads the RFC 3339 profile of ISO 8601, with the offset left out if need be.
    ///
    /// `T` and `Z` may be lower-case; fractions may have any length and are cut, not rounded, to milliseconds; offsets go
    /// to ±23:59, and `-00:00` is UTC (RFC 3339, section 4.3). A leap second, 23:59:60 UTC on the last day of a month,
    /// is the second that follows it, as in POSIX time.
    ///
    /// - Parameter text: the whole text; nothing may precede or follow the time.
    /// - Throws: what is wrong with the text, and where.
    public init(iso8601 text: some StringProtocol) throws(ISO8601Error) {
        var scanner = ISO8601Scanner(text)
        self = try scanner.timestamp()
    }

    /// The instant; a local time is read on the clocks of `zone` (RFC 5545, section 3.3.10, on DST days).
    public func instant(in zone: ZoneRules) -> Instant {
        switch self {
        case .instant(let instant): instant
        case .local(let local): zone.resolve(local).instant
        }
    }
}
