import AlarmCore
public import AlarmWire

/// What others have changed of a person's place in a circle, which is named.
public enum CirclePlaceChange: Hashable, Sendable {
    /// The person is not in it any more: somebody took them out, they left on another device, or it has ended.
    case out(of: String)
    /// The person is a parent now.
    case madeParent(in: String)
    /// The person is told of more alerts of a dweller, or sooner.
    case toldMore(in: String)
}

/// A person's place in a circle, as the relay told this device last.
struct CirclePlace: Hashable {
    let circle: CircleID
    let name: String
    let role: Role
    /// Permissions of a member of a care circle.
    var permissions: Set<Permission>?
    /// When a member of a care circle is told of an alert; 1 first.
    var priority: Int?

    /// Reads the caller's own place in a circle; nil where the relay names none.
    init?(_ circle: CircleView) {
        guard let own = circle.members.first(where: \.isSelf) else { return nil }
        self.circle = circle.id
        name = circle.name
        role = own.role
        permissions = own.permissions
        priority = own.priority
    }

    /// What differs between the places of then and of now; nothing of a circle that is new, since whoever joins knows.
    static func changes(from former: [CirclePlace], to present: [CirclePlace]) -> [CirclePlaceChange] {
        former.compactMap { before in
            guard let now = present.first(where: { $0.circle == before.circle }) else { return .out(of: before.name) }
            if now.role == .parent, before.role != .parent { return .madeParent(in: now.name) }
            return now.isTold(moreThan: before) ? .toldMore(in: now.name) : nil
        }
    }

    fileprivate func isTold(moreThan before: CirclePlace) -> Bool {
        guard let permissions, let known = before.permissions else { return false }
        let alerts = Set(CareSignal.Kind.allCases.map { Permission.alert($0) })
        guard permissions.intersection(alerts).isSubset(of: known) else { return true }
        guard let priority, let former = before.priority else { return false }
        return priority < former
    }
}

extension CirclePlace: WireMessage {
    /// Reads the members of the JSON object in a profile.
    init(reading object: inout ObjectReader) throws(WireError) {
        circle = try object.identifier("circleId")
        name = try object.string("name")
        role = try object.word("role")
        permissions = try object.optionalPermissions("permissions")
        priority = try object.optionalPriority("priority")
    }

    /// The JSON object in a profile.
    var json: JSONValue {
        .object(of: [
            "circleId": .identifier(circle),
            "name": .string(name),
            "role": .word(role),
            "permissions": permissions.map { .permissions($0) },
            "priority": priority.map { .integer($0) },
        ])
    }
}

extension CircleView {
    /// Whether its reader, a member of a care circle, is told of more alerts than in a former state of it, or sooner.
    public func isTold(moreThan former: CircleView) -> Bool {
        guard let place = CirclePlace(self), let before = CirclePlace(former) else { return false }
        return place.isTold(moreThan: before)
    }
}

extension LocalDevice {
    /// Fetches the families and care circles of this device's person, and what others have changed of the person's place
    /// in them since this was last asked on this device.
    ///
    /// - Throws: ``DeviceError``.
    public func followCircles() async throws(DeviceError) -> (circles: [CircleView], changes: [CirclePlaceChange]) {
        let views = try await circles()
        let places = views.compactMap { CirclePlace($0) }
        guard places != profile.places else { return (views, []) }
        let changes = try update { profile in
            let changes = CirclePlace.changes(from: profile.places, to: places)
            profile.places = places
            return changes
        }
        return (views, changes)
    }
}
