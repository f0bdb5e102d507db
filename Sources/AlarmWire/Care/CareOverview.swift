public import AlarmCore

/// `GET /v1/care`: the status of every dweller whom the caller looks after, and the caller's own care circle.
public struct CareOverview: Hashable, WireMessage {
    /// The dwellers, in the order in which the caller joined their circles.
    public var dwellers: [CareDwellerView]
    /// A notice in the caller's language: this is not a medical device and does not replace emergency services.
    public var notice: String

    /// The caller's own number, to which alerts are sent as well as by push once it is confirmed; nil where they have left
    /// none.
    public var phone: ContactView?

    /// Makes an overview.
    public init(dwellers: [CareDwellerView], notice: String, phone: ContactView? = nil) {
        self.dwellers = dwellers
        self.notice = notice
        self.phone = phone
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        dwellers = try object.array("dwellers", limit: Circle.mostPerPerson)
        notice = try object.string("notice")
        phone = try object.optionalObject("phone")
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "dwellers": .array(dwellers.map(\.json)),
            "notice": .string(notice),
            "phone": phone?.json,
        ])
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
    /// The dweller's state at a glance; nil for a caller who may not know it.
    public var state: CareDwellerState?
    /// The number of members who are told of some kind of alert at present; nil from an older relay.
    public var audience: Int?
    /// The open alerts of which the caller may know, newest first.
    public var alerts: [CareAlertView]
    /// The latest alert that was raised and has ended, if the caller may see it.
    public var lastAlert: CareAlertView?
    /// Further alerts that have ended and that nothing says to be over, if the caller may see them, newest first; nil
    /// from an older relay.
    public var unresolved: [CareAlertView]?

    /// Makes a view.
    public init(
        circle: CircleID,
        circleName: String,
        name: String?,
        isSelf: Bool,
        status: CareStatus?,
        state: CareDwellerState? = nil,
        audience: Int? = nil,
        alerts: [CareAlertView],
        lastAlert: CareAlertView? = nil,
        unresolved: [CareAlertView]? = nil
    ) {
        self.circle = circle
        self.circleName = circleName
        self.name = name
        self.isSelf = isSelf
        self.status = status
        self.state = state
        self.audience = audience
        self.alerts = alerts
        self.lastAlert = lastAlert
        self.unresolved = unresolved
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        circle = try object.identifier("circleId")
        circleName = try object.string("circleName")
        name = try object.optionalString("name", bytes: 1...256)
        isSelf = try object.bool("self")
        status = try object.optionalObject("status")
        state = try object.optionalWord("state")
        audience = try object.optionalInteger("audience", in: 0...Int64(Circle.largestSize)).map { Int($0) }
        alerts = try object.array("alerts", limit: CareHistory.limit)
        lastAlert = try object.optionalObject("lastAlert")
        unresolved = try object.optionalMessages("unresolved", limit: CareHistory.limit)
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "circleId": .identifier(circle),
            "circleName": .string(circleName),
            "name": name.map(JSONValue.string),
            "self": .bool(isSelf),
            "status": status?.json,
            "state": state.map(JSONValue.word),
            "audience": audience.map { .integer($0) },
            "alerts": .array(alerts.map(\.json)),
            "lastAlert": lastAlert?.json,
            "unresolved": unresolved.map { .array($0.map(\.json)) },
        ])
    }
}

/// The status of a dweller.
public struct CareStatus: Hashable, WireMessage {
    /// The latest sign of activity; nil before the first.
    public var lastActivity: Instant?
    /// The latest sign of life: activity, a call for help, or an answer; nil before the first.
    public var lastSign: Instant?
    /// The time at which the dweller is asked whether all is well, unless there is activity before.
    public var asksAt: Instant?
    /// The end of the pause, if alerts are paused.
    public var pausedUntil: Instant?
    /// The end of the quiet hours, if they are in force.
    public var quietUntil: Instant?
    /// The last place that a device reported, for those who may know it.
    public var place: Place?
    /// The time of that report.
    public var placeAt: Instant?

    /// Makes a status.
    public init(
        lastActivity: Instant? = nil,
        lastSign: Instant? = nil,
        asksAt: Instant? = nil,
        pausedUntil: Instant? = nil,
        quietUntil: Instant? = nil,
        place: Place? = nil,
        placeAt: Instant? = nil
    ) {
        self.lastActivity = lastActivity
        self.lastSign = lastSign
        self.asksAt = asksAt
        self.pausedUntil = pausedUntil
        self.quietUntil = quietUntil
        self.place = place
        self.placeAt = placeAt
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        lastActivity = try object.optionalInstant("lastActivity")
        lastSign = try object.optionalInstant("lastSign")
        asksAt = try object.optionalInstant("asksAt")
        pausedUntil = try object.optionalInstant("pausedUntil")
        quietUntil = try object.optionalInstant("quietUntil")
        place = try object.optionalObject("place")
        placeAt = try object.optionalInstant("placeAt")
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "lastActivity": lastActivity.map(JSONValue.instant),
            "lastSign": lastSign.map(JSONValue.instant),
            "asksAt": asksAt.map(JSONValue.instant),
            "pausedUntil": pausedUntil.map(JSONValue.instant),
            "quietUntil": quietUntil.map(JSONValue.instant),
            "place": place?.json,
            "placeAt": placeAt.map(JSONValue.instant),
        ])
    }
}
