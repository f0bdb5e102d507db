public import AlarmCore

/// An occurrence of an alarm that has ended: which one, how, when, and of a family's reminder by whom.
public struct PastOccurrence: Hashable, WireMessage {
    /// The nominal due time of the occurrence.
    public var time: Instant
    /// How it ended.
    public var ending: AlarmView.Ending
    /// The time at which it ended.
    public var at: Instant
    /// The person who has done what a family's reminder is about; nil for any other alarm and ending.
    public var by: PersonID?

    /// Makes an ended occurrence.
    public init(time: Instant, ending: AlarmView.Ending, at: Instant, by: PersonID? = nil) {
        self.time = time
        self.ending = ending
        self.at = at
        self.by = by
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        time = try object.instant("time")
        ending = try object.word("ending")
        at = try object.instant("at")
        by = try object.optionalIdentifier("by")
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "time": .instant(time),
            "ending": .word(ending),
            "at": .instant(at),
            "by": by.map(JSONValue.identifier),
        ])
    }
}
