public import AlarmCore

/// The answer to ``AlarmRequest``, 202, and to ``AlarmChange``, 200: the relay has stored the alarm and will deliver
/// it.
public struct AlarmAccepted: Hashable, WireMessage {
    /// The most coming times in an answer: 16.
    public static let nextTimesLimit = 16

    /// The alarm.
    public var id: AlarmID
    /// The next due time, in UTC.
    public var time: Instant
    /// The present state.
    public var state: AlarmState
    /// The number of the present change or occurrence, from 1.
    public var revision: Int
    /// The next few times of a recurring alarm, the first included, so that a user can check the rule.
    public var nextTimes: [Instant]
    /// Whether all devices of the receiver ring only while they listen, and none listens now.
    public var nobodyListens: Bool

    /// Makes an answer.
    public init(
        id: AlarmID,
        time: Instant,
        state: AlarmState,
        revision: Int,
        nextTimes: [Instant] = [],
        nobodyListens: Bool = false
    ) {
        self.id = id
        self.time = time
        self.state = state
        self.revision = revision
        self.nextTimes = nextTimes
        self.nobodyListens = nobodyListens
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        id = try object.identifier("id")
        time = try object.instant("time")
        state = try object.word("state")
        revision = try object.revision("revision")
        nextTimes = try object.optionalInstants("nextTimes", limit: Self.nextTimesLimit) ?? []
        nobodyListens = try object.optionalBool("nobodyListens") ?? false
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "id": .identifier(id),
            "time": .instant(time),
            "state": .word(state),
            "revision": .integer(revision),
            "nextTimes": nextTimes.isEmpty ? nil : .array(nextTimes.map(JSONValue.instant)),
            "nobodyListens": nobodyListens ? true : nil,
        ])
    }
}

extension ObjectReader {
    /// Takes a revision: a whole number from 1.
    mutating func revision(_ name: String) throws(WireError) -> Int {
        Int(try integer(name, in: 1...Int64(Int32.max)))
    }
}
