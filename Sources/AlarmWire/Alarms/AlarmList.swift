/// The caller's alarms: `GET /v1/alarms`, soonest first.
public struct AlarmList: Hashable, WireMessage {
    /// The most alarms in one list.
    public static let limit = 1024

    /// The alarms.
    public var alarms: [AlarmView]

    /// Makes a list.
    public init(alarms: [AlarmView]) {
        self.alarms = alarms
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        alarms = try object.array("alarms", limit: Self.limit)
    }

    /// The object that travels.
    public var json: JSONValue {
        .object(of: ["alarms": .array(alarms.map(\.json))])
    }
}
