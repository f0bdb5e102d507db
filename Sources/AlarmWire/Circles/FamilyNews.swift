public import AlarmCore

/// What has changed among the people of a family, and what became of reminders with it; for its parents.
public struct FamilyNews: Hashable, WireMessage {
    /// A kind of change.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Somebody left, or was taken out.
        case left
        /// Somebody is a parent now.
        case parent
    }

    /// How long a change is told: 30 days.
    public static let life = Span.days(30)
    /// The most changes in one view, the newest: 10.
    public static let limit = 10

    /// The kind of change.
    public var kind: Kind
    /// The time of the change.
    public var at: Instant
    /// The person, where they are a parent now; nil for somebody who left.
    public var person: PersonID?
    /// The person's display name; nil for somebody who had none, or has deleted all their data.
    public var name: String?
    /// The display name of the parent who took over the reminders that the person had set for others.
    public var heir: String?
    /// The number of open reminders that were handed over to the ``heir``.
    public var handedOver: Int
    /// The number of open reminders for others or by others that were deleted with the person.
    public var deleted: Int
    /// The number of places among those that were watched, and are not any more.
    public var places: Int

    /// Makes a change.
    public init(
        _ kind: Kind,
        at: Instant,
        person: PersonID? = nil,
        name: String? = nil,
        heir: String? = nil,
        handedOver: Int = 0,
        deleted: Int = 0,
        places: Int = 0
    ) {
        self.kind = kind
        self.at = at
        self.person = person
        self.name = name
        self.heir = heir
        self.handedOver = handedOver
        self.deleted = deleted
        self.places = places
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        kind = try object.word("kind")
        at = try object.instant("at")
        person = try object.optionalIdentifier("personId")
        name = try object.optionalDisplayName("name")
        heir = try object.optionalDisplayName("heir")
        let counts = 0...Int64(Int32.max)
        handedOver = Int(try object.optionalInteger("handedOver", in: counts) ?? 0)
        deleted = Int(try object.optionalInteger("deleted", in: counts) ?? 0)
        places = Int(try object.optionalInteger("places", in: counts) ?? 0)
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "kind": .word(kind),
            "at": .instant(at),
            "personId": person.map { .identifier($0) },
            "name": name.map { .string($0) },
            "heir": heir.map { .string($0) },
            "handedOver": handedOver == 0 ? nil : .integer(handedOver),
            "deleted": deleted == 0 ? nil : .integer(deleted),
            "places": places == 0 ? nil : .integer(places),
        ])
    }
}
