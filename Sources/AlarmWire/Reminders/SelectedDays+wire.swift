public import AlarmCore

extension SelectedDays: WireDecodable, WireEncodable {
    /// Reads `{"days":["MO","FR"],"interval":2,"start":"2026-03-02","time":"07:30","timeZone":"Europe/Berlin"}`.
    ///
    /// Days are the two letters of RFC 5545, section 3.3.10; the default interval is one week.
    public init(reading object: inout ObjectReader) throws(WireError) {
        var days: [Weekday] = []
        let names = try object.required(try object.optionalArray("days", limit: 7), "days")
        for (index, name) in names.enumerated() {
            guard case .string(let text) = name, let day = Weekday(letters: text) else {
                throw WireError(
                    .expected("one of \(Weekday.allCases.map(\.letters).joined(separator: ", "))"),
                    at: "\(object.pointer(to: "days"))/\(index)"
                )
            }
            days.append(day)
        }
        let interval = try object.optionalInteger("interval", in: 1...52) ?? 1
        let start = try object.text("start", expected: "a date as in 2026-03-02") { text in
            (try? LocalDateTime(iso8601: "\(text)T00:00:00"))?.date
        }
        let time = try object.text("time", expected: "a time of day as in 07:30") { text in
            (try? LocalDateTime(iso8601: "2026-01-01T\(text)"))?.time
        }
        let zone = try object.required(try object.optionalZone("timeZone"), "timeZone")
        do {
            try self.init(days, interval: Int(interval), start: start, time: time, timeZone: zone)
        } catch {
            throw object.error(.expected("\(error)"), at: "days")
        }
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "days": .array(weekdays.map { .string($0.letters) }),
            "interval": .integer(interval),
            "start": .string(start.iso8601),
            "time": .string(time.iso8601),
            "timeZone": .string(timeZone),
        ])
    }
}

extension Weekday {
    /// The two letters by which rules name the day (RFC 5545, section 3.3.10).
    public var letters: String {
        switch self {
        case .monday: "MO"
        case .tuesday: "TU"
        case .wednesday: "WE"
        case .thursday: "TH"
        case .friday: "FR"
        case .saturday: "SA"
        case .sunday: "SU"
        }
    }

    /// Reads the two letters, in upper or lower case, else nil.
    public init?(letters: String) {
        guard let day = Weekday.allCases.first(where: { $0.letters == letters.uppercased() }) else { return nil }
        self = day
    }
}
