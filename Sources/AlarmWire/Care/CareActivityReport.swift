public import AlarmCore

/// `POST /v1/care/activity`: one of the dweller's devices reports activity.
public struct CareActivityReport: Hashable, WireMessage {
    /// The most days in one report.
    public static let daysLimit = 14

    /// The IANA zone in which the dweller is; the last known one where absent.
    public var timeZone: String?
    /// The dweller's place; members see it where the dweller lets them.
    public var place: Place?
    /// The device's own records of the stillness of whole days, which take precedence over the relay's.
    public var days: [WellnessDay]

    /// Makes a report.
    public init(timeZone: String? = nil, place: Place? = nil, days: [WellnessDay] = []) {
        self.timeZone = timeZone
        self.place = place
        self.days = days
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        timeZone = try object.optionalZone("timeZone")
        place = try object.optionalObject("place")
        days = try object.optionalDays("days", limit: Self.daysLimit) ?? []
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "timeZone": timeZone.map(JSONValue.string),
            "place": place?.json,
            "days": days.isEmpty ? nil : .array(days.map(\.json)),
        ])
    }
}

extension WellnessDay: WireDecodable, WireEncodable {
    /// Reads `{"date":"2026-01-12","stillness":36000}`: the longest time of the day without activity, in whole seconds.
    public init(reading object: inout ObjectReader) throws(WireError) {
        let date = try object.text("date", expected: "a date as in 2026-01-12") { text in
            (try? LocalDateTime(iso8601: "\(text)T00:00:00"))?.date
        }
        let stillness = try object.required(
            try object.optionalSeconds("stillness", in: .zero ... .hours(26)),
            "stillness"
        )
        self.init(date: date, stillness: stillness)
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: ["date": .string(date.iso8601), "stillness": .seconds(stillness)])
    }
}

extension ObjectReader {
    /// Takes records of at most `limit` days, or nil if there are none.
    package mutating func optionalDays(_ name: String, limit: Int) throws(WireError) -> [WellnessDay]? {
        guard let elements = try optionalArray(name, limit: limit) else { return nil }
        var days: [WellnessDay] = []
        for (index, element) in elements.enumerated() {
            days.append(try WellnessDay(json: element, at: "\(pointer(to: name))/\(index)"))
        }
        return days
    }
}
