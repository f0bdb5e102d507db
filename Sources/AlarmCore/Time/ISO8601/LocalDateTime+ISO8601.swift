extension LocalDateTime {
    /// Reads a time without an offset, such as `2025-11-06T14:45:00`.
    ///
    /// - Throws: what is wrong with the text, and where; `unexpectedOffset` for a time that carries one.
    public init(iso8601 text: some StringProtocol) throws(ISO8601Error) {
        guard case .local(let local) = try Timestamp(iso8601: text) else {
            throw .unexpectedOffset(position: ISO8601Scanner.offsetPosition(in: text))
        }
        self = local
    }

    /// The date and time without an offset: `2025-11-06T14:45:00`, with `.250` only if there are milliseconds.
    public var iso8601: String { "\(date.iso8601)T\(time.iso8601)" }
}

extension LocalDate {
    /// The date as `2025-11-06`; years outside 0 to 9999 carry a sign.
    public var iso8601: String {
        let sign = year < 0 ? "-" : year > 9999 ? "+" : ""
        return "\(sign)\(abs(year).padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))"
    }
}

extension LocalTime {
    /// The time of day as `14:45:00`, with `.250` only if there are milliseconds.
    public var iso8601: String {
        let seconds = "\(hour.padded(to: 2)):\(minute.padded(to: 2)):\(second.padded(to: 2))"
        return millisecond == 0 ? seconds : "\(seconds).\(millisecond.padded(to: 3))"
    }
}

extension LocalDateTime: CustomStringConvertible {
    /// The date and time, as `iso8601` writes it.
    public var description: String { iso8601 }
}

extension LocalDate: CustomStringConvertible {
    /// The date, as `iso8601` writes it.
    public var description: String { iso8601 }
}

extension LocalTime: CustomStringConvertible {
    /// The time of day, as `iso8601` writes it.
    public var description: String { iso8601 }
}

extension Int {
    /// The decimal digits of a number that is not negative, with zeros in front up to `width`.
    func padded(to width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}
