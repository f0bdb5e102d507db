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
