public import AlarmCore

/// `POST /v1/schedule/preview`: when an alarm with this time and rule would ring (PA1 section 5).
///
/// The members are those of ``AlarmRequest``, so that a previewed alarm can be set unchanged.
public struct PreviewRequest: Hashable, WireMessage {
    /// The allowed counts.
    ///
    /// 1 to 50.
    public static let counts: ClosedRange<Int> = 1...50
    /// The default count: 10.
    public static let defaultCount = 10

    /// The time, or the first one; without an offset only where ``timeZone`` is named.
    public var time: AlarmTime
    /// The IANA zone of a local time and of the rule; without it the times are shown in UTC.
    public var timeZone: String?
    /// The recurrence rule; needs a zone.
    public var rule: RecurrenceRule?
    /// The most times to show.
    public var count: Int

    /// Makes a request.
    public init(
        time: AlarmTime,
        timeZone: String? = nil,
        rule: RecurrenceRule? = nil,
        count: Int = PreviewRequest.defaultCount
    ) {
        self.time = time
        self.timeZone = timeZone
        self.rule = rule
        self.count = count
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        timeZone = try object.optionalZone("timeZone")
        time = try object.required(object.optionalAlarmTime("time", hasZone: timeZone != nil), "time")
        rule = try object.optionalRule("repeat")
        if rule != nil, timeZone == nil { throw object.error(.missing, at: "timeZone") }
        let counts = Int64(Self.counts.lowerBound)...Int64(Self.counts.upperBound)
        count = try object.optionalInteger("count", in: counts).map { Int($0) } ?? Self.defaultCount
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "time": .string(time.text),
            "timeZone": timeZone.map(JSONValue.string),
            "repeat": (rule?.description).map(JSONValue.string),
            "count": .integer(count),
        ])
    }
}

/// The answer to ``PreviewRequest``: the coming times, soonest first.
public struct SchedulePreview: Hashable, WireMessage {
    /// The times; fewer than were asked for where the rule ends.
    public var times: [PreviewedTime]

    /// Makes an answer.
    public init(times: [PreviewedTime]) {
        self.times = times
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        times = try object.array("times", limit: PreviewRequest.counts.upperBound)
    }

    /// The object that travels.
    public var json: JSONValue {
        .object(of: ["times": .array(times.map(\.json))])
    }
}
