public import AlarmCore

/// The answer to ``AlarmRequest``, 202, and to ``AlarmChange``, 200: the relay has it on disk and will keep the promise.
public struct AlarmAccepted: Hashable, WireMessage {
    /// How many coming times are told at most: 16.
    public static let nextTimesLimit = 16

    /// The alarm.
    public var id: AlarmID
    /// When it is due next, in UTC.
    public var time: Instant
    /// Where it stands.
    public var state: AlarmState
    /// Counts its changes and occurrences, from 1.
    public var revision: Int
    /// The next few times of an alarm that repeats, the first included, so that a user can check the rule.
    public var nextTimes: [Instant]

    /// Makes an answer.
    public init(id: AlarmID, time: Instant, state: AlarmState, revision: Int, nextTimes: [Instant] = []) {
        self.id = id
        self.time = time
        self.state = state
        self.revision = revision
        self.nextTimes = nextTimes
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        id = try object.identifier("id")
        time = try object.instant("time")
        state = try object.word("state")
        revision = try object.revision("revision")
        nextTimes = try object.optionalInstants("nextTimes", limit: Self.nextTimesLimit) ?? []
    }

    /// The object that travels.
    public var json: JSONValue {
        .object(of: [
            "id": .identifier(id),
            "time": .instant(time),
            "state": .word(state),
            "revision": .integer(revision),
            "nextTimes": nextTimes.isEmpty ? nil : .array(nextTimes.map(JSONValue.instant)),
        ])
    }
}

extension ObjectReader {
    /// Takes a revision: a whole number from 1.
    mutating func revision(_ name: String) throws(WireError) -> Int {
        Int(try integer(name, in: 1...Int64(Int32.max)))
    }
}
