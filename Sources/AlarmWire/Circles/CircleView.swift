public import AlarmCore

/// A circle as one of its people sees it.
public struct CircleView: Hashable, WireMessage {
    /// Identifier.
    public var id: CircleID
    /// The kind of circle.
    public var kind: Circle.Kind
    /// The circle's name.
    public var name: String
    /// The time at which it was made.
    public var since: Instant
    /// Whether reminder titles may be sent to the relay in clear.
    public var relayMayReadTitles: Bool
    /// The total time that a reminder may be snoozed past its due time.
    public var snoozeLimit: Span
    /// The members, in the order in which they joined.
    public var members: [CircleMemberView]
    /// What has changed among the people of a family lately, the oldest first; for its parents.
    public var news: [FamilyNews]

    /// Makes a view.
    public init(_ circle: Circle, members: [CircleMemberView], news: [FamilyNews] = []) {
        id = circle.id
        kind = circle.kind
        name = circle.name
        since = circle.since
        relayMayReadTitles = circle.relayMayReadTitles
        snoozeLimit = circle.snoozeLimit
        self.members = members
        self.news = news
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        id = try object.identifier("circleId")
        kind = try object.word("kind")
        name = try object.displayName("name")
        since = try object.instant("since")
        relayMayReadTitles = try object.bool("relayMayReadTitles")
        snoozeLimit = try object.required(
            try object.optionalSeconds("snoozeLimit", in: Circle.snoozeLimits),
            "snoozeLimit"
        )
        members = try object.array("members", limit: Circle.largestSize)
        news = try object.optionalObjects("news", limit: FamilyNews.limit)
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "circleId": .identifier(id),
            "kind": .word(kind),
            "name": .string(name),
            "since": .instant(since),
            "relayMayReadTitles": .bool(relayMayReadTitles),
            "snoozeLimit": .seconds(snoozeLimit),
            "members": .array(members.map(\.json)),
            "news": news.isEmpty ? nil : .array(news.map(\.json)),
        ])
    }
}

/// A member of a circle as another one sees them.
public struct CircleMemberView: Hashable, WireMessage {
    /// The person.
    public var person: PersonID
    /// Whether it is the caller.
    public var isSelf: Bool
    /// The role, from which follows what the person may do in the circle.
    public var role: Role
    /// Their display name, once they set one.
    public var displayName: String?
    /// The time at which they joined.
    public var since: Instant
    /// Their permissions; in a care circle shown to its dweller and themselves only.
    public var permissions: Set<Permission>?
    /// The order in which a member of a care circle is told of an alert; shown to its dweller and themselves only.
    public var priority: Int?
    /// The member's own switch for the alerts of a care circle, which everybody in it sees; nil for on.
    public var alerts: AlertSwitch?

    /// Makes a view.
    public init(
        person: PersonID,
        isSelf: Bool,
        role: Role,
        displayName: String? = nil,
        since: Instant,
        permissions: Set<Permission>? = nil,
        priority: Int? = nil,
        alerts: AlertSwitch? = nil
    ) {
        self.person = person
        self.isSelf = isSelf
        self.role = role
        self.displayName = displayName
        self.since = since
        self.permissions = permissions
        self.priority = priority
        self.alerts = alerts
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        person = try object.identifier("personId")
        isSelf = try object.bool("self")
        role = try object.word("role")
        displayName = try object.optionalDisplayName("displayName")
        since = try object.instant("since")
        permissions = try object.optionalPermissions("permissions")
        priority = try object.optionalPriority("priority")
        alerts = try object.optionalObject("alerts")
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "personId": .identifier(person),
            "self": .bool(isSelf),
            "role": .word(role),
            "displayName": displayName.map { .string($0) },
            "since": .instant(since),
            "permissions": permissions.map { .permissions($0) },
            "priority": priority.map { .integer($0) },
            "alerts": alerts?.json,
        ])
    }
}

/// `GET /v1/circles`: the caller's families and care circles.
public struct CircleList: Hashable, WireMessage {
    /// The circles, in the order in which the caller joined them.
    public var circles: [CircleView]

    /// Makes a list.
    public init(circles: [CircleView]) {
        self.circles = circles
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        circles = try object.array("circles", limit: Circle.mostPerPerson)
    }

    /// The JSON object on the wire.
    public var json: JSONValue { .object(of: ["circles": .array(circles.map(\.json))]) }
}
