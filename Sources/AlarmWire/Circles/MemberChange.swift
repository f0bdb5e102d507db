public import AlarmCore

/// `PATCH /v1/circles/{id}/members/{person}`: changes a membership; absent members of the object stay as they are.
///
/// People set their own names, and whether alerts reach them; a parent makes a child a parent, or steps down; a dweller sets the rest.
public struct MemberChange: Hashable, WireMessage {
    /// The new display name.
    public var displayName: String?
    /// The new role, in a family.
    public var role: Role?
    /// All permissions of a member of a care circle from then on.
    public var permissions: Set<Permission>?
    /// The order in which a member of a care circle is told of an alert: 1 first, 9 last.
    public var priority: Int?
    /// Whether alerts of a care circle reach the caller, a member of it.
    public var alerts: AlertSwitch?

    /// Makes a request.
    public init(
        displayName: String? = nil,
        role: Role? = nil,
        permissions: Set<Permission>? = nil,
        priority: Int? = nil,
        alerts: AlertSwitch? = nil
    ) {
        self.displayName = displayName
        self.role = role
        self.permissions = permissions
        self.priority = priority
        self.alerts = alerts
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        displayName = try object.optionalDisplayName("displayName")
        role = try object.optionalWord("role")
        permissions = try object.optionalPermissions("permissions")
        priority = try object.optionalPriority("priority")
        alerts = try object.optionalObject("alerts")
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "displayName": displayName.map { .string($0) },
            "role": role.map { .word($0) },
            "permissions": permissions.map { .permissions($0) },
            "priority": priority.map { .integer($0) },
            "alerts": alerts?.json,
        ])
    }
}

extension ObjectReader {
    /// Takes the name of a person or a circle, or nil if there is none.
    mutating func optionalDisplayName(_ name: String) throws(WireError) -> String? {
        try optionalText(name, expected: "a name of 1 to 256 bytes on one line") { text in
            DisplayNameRules.isValid(text) ? text : nil
        }
    }

    /// Takes a list of permissions, or nil if there is none.
    package mutating func optionalPermissions(_ name: String) throws(WireError) -> Set<Permission>? {
        try optionalWords(name)
    }

    /// Takes the order in which a member is told of an alert, or nil if there is none.
    package mutating func optionalPriority(_ name: String) throws(WireError) -> Int? {
        let range = Int64(Membership.tiers.lowerBound)...Int64(Membership.tiers.upperBound)
        return try optionalInteger(name, in: range).map { Int($0) }
    }
}

extension JSONValue {
    /// Permissions, sorted by name.
    package static func permissions(_ permissions: Set<Permission>) -> JSONValue {
        .array(permissions.sorted().map { .word($0) })
    }
}
