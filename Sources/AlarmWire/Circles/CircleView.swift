public import AlarmCore

/// What somebody in a circle sees of it.
public struct CircleView: Hashable, WireMessage {
    /// Its name for the relay.
    public var id: CircleID
    /// What it is.
    public var kind: Circle.Kind
    /// What its people call it.
    public var name: String
    /// When it was made.
    public var since: Instant
    /// Whether titles of reminders may come to the relay in clear.
    public var relayMayReadTitles: Bool
    /// How far a reminder may be snoozed past its due time.
    public var snoozeLimit: Span
    /// Everybody in it, in the order in which they came.
    public var members: [CircleMemberView]

    /// Makes a view.
    public init(_ circle: Circle, members: [CircleMemberView]) {
        id = circle.id
        kind = circle.kind
        name = circle.name
        since = circle.since
        relayMayReadTitles = circle.relayMayReadTitles
        snoozeLimit = circle.snoozeLimit
        self.members = members
    }

    /// Reads the members of its object.
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
    }

    /// The object that travels.
    public var json: JSONValue {
        .object(of: [
            "circleId": .identifier(id),
            "kind": .word(kind),
            "name": .string(name),
            "since": .instant(since),
            "relayMayReadTitles": .bool(relayMayReadTitles),
            "snoozeLimit": .seconds(snoozeLimit),
            "members": .array(members.map(\.json)),
        ])
    }
}

/// What somebody in a circle sees of somebody in it.
public struct CircleMemberView: Hashable, WireMessage {
    /// Who.
    public var person: PersonID
    /// Whether it is the caller.
    public var isSelf: Bool
    /// What they are.
    public var role: Role
    /// What they want to be called, once they have said.
    public var displayName: String?
    /// Since when they are in it.
    public var since: Instant
    /// What they may do and know; of a care circle for its dweller and themselves alone.
    public var permissions: Set<Permission>?
    /// When a member of a care circle is told of an alert; for its dweller and themselves alone.
    public var priority: Int?

    /// Makes a view.
    public init(
        person: PersonID,
        isSelf: Bool,
        role: Role,
        displayName: String? = nil,
        since: Instant,
        permissions: Set<Permission>? = nil,
        priority: Int? = nil
    ) {
        self.person = person
        self.isSelf = isSelf
        self.role = role
        self.displayName = displayName
        self.since = since
        self.permissions = permissions
        self.priority = priority
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        person = try object.identifier("personId")
        isSelf = try object.bool("self")
        role = try object.word("role")
        displayName = try object.optionalDisplayName("displayName")
        since = try object.instant("since")
        permissions = try object.optionalPermissions("permissions")
        priority = try object.optionalPriority("priority")
    }

    /// The object that travels.
    public var json: JSONValue {
        .object(of: [
            "personId": .identifier(person),
            "self": .bool(isSelf),
            "role": .word(role),
            "displayName": displayName.map { .string($0) },
            "since": .instant(since),
            "permissions": permissions.map { .permissions($0) },
            "priority": priority.map { .integer($0) },
        ])
    }
}

/// `GET /v1/circles`: the caller's families and care circles.
public struct CircleList: Hashable, WireMessage {
    /// In the order in which the caller came into them.
    public var circles: [CircleView]

    /// Makes a list.
    public init(circles: [CircleView]) {
        self.circles = circles
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        circles = try object.array("circles", limit: Circle.mostPerPerson)
    }

    /// The object that travels.
    public var json: JSONValue { .object(of: ["circles": .array(circles.map(\.json))]) }
}
