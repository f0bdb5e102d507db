/// What a zone's clocks do during one stretch of time: a local time type of RFC 9636, section 2.
public struct ZoneOffset: Hashable, Sendable {
    /// Seconds east of UTC, between 25 hours west and 26 hours east.
    public let secondsEast: Int
    /// Whether the zone's law calls it daylight saving time; some zones' is negative, as in Africa/Casablanca.
    public let isDaylightSaving: Bool
    /// The abbreviation in use, such as `CET`; `-00` where local time was not kept.
    public let abbreviation: String

    /// The offsets that RFC 9636, section 3.2, calls portable: more than 25 hours west, less than 26 hours east.
    ///
    /// A hard limit here, so that the search for a local time knows how far it must look.
    static let allowed = -89_999...93_599

    /// UTC itself.
    static let utc = ZoneOffset(secondsEast: 0, isDaylightSaving: false, abbreviation: "UTC")
}
