public import AlarmCore

/// `POST /v1/schedule/preview`: tell me when an alarm with this time and rule would ring (PA1 section 5).
///
/// The members are those of ``AlarmRequest``, so that what was previewed can be set as it is.
public struct PreviewRequest: Hashable, WireMessage {
    /// How many times may be asked for.
    ///
    /// 1 to 50.
    public static let counts: ClosedRange<Int> = 1...50
    /// The number of times shown to who names none: 10.
    public static let usualCount = 10

    /// When, or from when on; without an offset only where ``timeZone`` is named.
    public var time: AlarmTime
    /// The IANA zone of a local time and of the rule; without it the times are shown in UTC.
    public var timeZone: String?
    /// How it repeats; needs a zone.
    public var rule: RecurrenceRule?
    /// How many times to show at most.
    public var count: Int

    /// Makes a request.
    public init(
        time: AlarmTime,
        timeZone: String? = nil,
        rule: RecurrenceRule? = nil,
        count: Int = PreviewRequest.usualCount
    ) {
        self.time = time
        self.timeZone = timeZone
        self.rule = rule
        self.count = count
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        timeZone = try object.optionalZone("timeZone")
        time = try object.required(object.optionalAlarmTime("time", hasZone: timeZone != nil), "time")
        rule = try object.optionalRule("repeat")
        if rule != nil, timeZone == nil { throw object.error(.missing, at: "timeZone") }
        let counts = Int64(Self.counts.lowerBound)...Int64(Self.counts.upperBound)
        count = try object.optionalInteger("count", in: counts).map { Int($0) } ?? Self.usualCount
    }

    /// The object that travels.
    public var json: JSONValue {
        .object(of: [
            "time": .string(time.text),
            "timeZone": timeZone.map(JSONValue.string),
            "repeat": (rule?.description).map(JSONValue.string),
            "count": .integer(count),
        ])
    }
}
