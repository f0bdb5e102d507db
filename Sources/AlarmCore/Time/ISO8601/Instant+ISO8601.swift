extension Instant {
    /// Reads a time with an offset, as `Timestamp.init(iso8601:)` does.
    ///
    /// - Parameter text: the whole text, such as `2025-11-06T14:45:00Z`.
    /// - Throws: what is wrong with the text, and where; `missingOffset` for a time without one.
    public init(iso8601 text: some StringProtocol) throws(ISO8601Error) {
        guard case .instant(let instant) = try Timestamp(iso8601: text) else {
            throw .missingOffset(position: ISO8601Scanner.offsetPosition(in: text))
        }
        self = instant
    }

    /// The instant in UTC: `2025-11-06T14:45:00Z`, with `.250` after the seconds only if there are milliseconds.
    ///
    /// Years outside 0 to 9999, which RFC 3339 does not allow, are written with a sign, as in ISO 8601.
    public var iso8601: String {
        LocalDateTime(at: self, secondsEast: 0).iso8601 + "Z"
    }

    /// The instant as clocks at a fixed offset show it: `2025-11-06T15:45:00+01:00`.
    ///
    /// Offsets are written in whole minutes up to ±23:59; others are cut to that, and the text still names the same
    /// instant.
    public func iso8601(secondsEast: Int) -> String {
        let minutes = min(max(secondsEast / 60, -1439), 1439)
        let local = LocalDateTime(at: self, secondsEast: minutes * 60)
        let magnitude = abs(minutes)
        let sign = minutes < 0 ? "-" : "+"
        return "\(local.iso8601)\(sign)\((magnitude / 60).padded(to: 2)):\((magnitude % 60).padded(to: 2))"
    }
}

extension Instant: CustomStringConvertible {
    /// The instant in UTC, as `iso8601` writes it.
    public var description: String { iso8601 }
}
