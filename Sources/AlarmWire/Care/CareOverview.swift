public import AlarmCore

/// `GET /v1/care`: the status of every dweller whom the caller looks after, and the caller's own care circle.
public struct CareOverview: Hashable, WireMessage {
    /// The dwellers, in the order in which the caller joined their circles.
    public var dwellers: [CareDwellerView]
    /// A notice in the caller's language: this is not a medical device and does not replace emergency services.
    public var notice: String

    /// Makes an overview.
    public init(dwellers: [CareDwellerView], notice: String) {
        self.dwellers = dwellers
        self.notice = notice
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        dwellers = try object.array("dwellers", limit: Circle.mostPerPerson)
        notice = try object.string("notice")
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: ["dwellers": .array(dwellers.map(\.json)), "notice": .string(notice)])
    }
}

/// One dweller's status, as far as the caller may know.
public struct CareDwellerView: Hashable, WireMessage {
    /// The care circle.
    public var circle: CircleID
    /// The circle's name.
    public var circleName: String
    /// The dweller's display name in it.
    public var name: String?
    /// Whether the caller is the dweller.
    public var isSelf: Bool
    /// The dweller's status; nil for a caller who may not know it.
    public var status: CareStatus?
    /// The open alerts of which the caller may know, newest first.
    public var alerts: [CareAlertView]

    /// Makes a view.
    public init(
        circle: CircleID,
        circleName: String,
        name: String?,
        isSelf: Bool,
        status: CareStatus?,
        alerts: [CareAlertView]
    ) {
        self.circle = circle
        self.circleName = circleName
        self.name = name
        self.isSelf = isSelf
        self.status = status
        self.alerts = alerts
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        circle = try object.identifier("circleId")
        circleName = try object.string("circleName")
        name = try object.optionalString("name", bytes: 1...256)
        isSelf = try object.bool("self")
        status = try object.optionalObject("status")
        alerts = try object.array("alerts", limit: CareHistory.limit)
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "circleId": .identifier(circle),
            "circleName": .string(circleName),
            "name": name.map(JSONValue.string),
            "self": .bool(isSelf),
            "status": status?.json,
            "alerts": .array(alerts.map(\.json)),
        ])
    }
}

/// The status of a dweller.
public struct CareStatus: Hashable, WireMessage {
    /// The latest sign of activity; nil before the first.
    public var lastActivity: Instant?
    /// The time at which the dweller is asked whether all is well, unless there is activity before.
    public var asksAt: Instant?
    /// The end of the pause, if alerts are paused.
    public var pausedUntil: Instant?
    /// The end of the quiet hours, if they are in force.
    public var quietUntil: Instant?
    /// The last place that a device reported, for those who may know it.
    public var place: Place?

    /// Makes a status.
    public init(
        lastActivity: Instant? = nil,
        asksAt: Instant? = nil,
        pausedUntil: Instant? = nil,
        quietUntil: Instant? = nil,
        place: Place? = nil
    ) {
        self.lastActivity = lastActivity
        self.asksAt = asksAt
        self.pausedUntil = pausedUntil
        self.quietUntil = quietUntil
        self.place = place
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        lastActivity = try object.optionalInstant("lastActivity")
        asksAt = try object.optionalInstant("asksAt")
        pausedUntil = try object.optionalInstant("pausedUntil")
        quietUntil = try object.optionalInstant("quietUntil")
        place = try object.optionalObject("place")
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "lastActivity": lastActivity.map(JSONValue.instant),
            "asksAt": asksAt.map(JSONValue.instant),
            "pausedUntil": pausedUntil.map(JSONValue.instant),
            "quietUntil": quietUntil.map(JSONValue.instant),
            "place": place?.json,
        ])
    }
}
