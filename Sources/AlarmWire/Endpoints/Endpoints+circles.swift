public import AlarmCore

extension Endpoints {
    /// Families and care circles.
    public enum Circles {
        /// Makes a circle.
        public static let create = Endpoint<NoTarget, CreateCircle, CircleView>(.post, "/v1/circles", statuses: [201])
        /// The circles of the caller.
        public static let list = Endpoint<NoTarget, NoContent, CircleList>(.get, "/v1/circles")
        /// One circle.
        public static let show = Endpoint<CircleID, NoContent, CircleView>(.get, "/v1/circles/{id}")
        /// Changes a circle.
        public static let change = Endpoint<CircleID, CircleChange, CircleView>(.patch, "/v1/circles/{id}")
        /// Changes somebody's place in a circle.
        public static let changeMember = Endpoint<MemberTarget, MemberChange, CircleView>(
            .patch,
            "/v1/circles/{id}/members/{person}"
        )
        /// Leaves a circle, or removes somebody from it.
        public static let removeMember = Endpoint<DepartureTarget, NoContent, NoContent>(
            .delete,
            "/v1/circles/{id}/members/{person}"
        )
        /// The introductions of a circle that are sealed for the caller.
        public static let introductions = Endpoint<CircleID, NoContent, IntroductionList>(
            .get,
            "/v1/circles/{id}/introductions"
        )
        /// Leaves a sealed introduction for somebody in a circle.
        public static let introduce = Endpoint<MemberTarget, Introduction, NoContent>(
            .put,
            "/v1/circles/{id}/introductions/{person}"
        )

        static let all: [any AnyEndpoint] = [
            create, list, show, change, changeMember, removeMember, introductions, introduce,
        ]
    }
}

/// A person in a circle.
public struct MemberTarget: EndpointTarget, Hashable {
    /// The circle.
    public var circle: CircleID
    /// The person.
    public var person: PersonID

    /// Makes a target.
    public init(_ person: PersonID, of circle: CircleID) {
        self.circle = circle
        self.person = person
    }

    /// Reads both from the path.
    public init(reading values: TargetValues) throws(Problem) {
        circle = try values.identifier()
        person = try values.identifier("person")
    }

    /// Both.
    public var pathValues: KeyValuePairs<String, String> {
        ["id": circle.description, "person": person.description]
    }
}

/// A person who leaves a circle, and who takes over the reminders that they set.
public struct DepartureTarget: EndpointTarget, Hashable {
    /// The circle.
    public var circle: CircleID
    /// The person.
    public var person: PersonID
    /// The parent who takes over the reminders that the person set for others; nil to delete them.
    public var heir: PersonID?

    /// Makes a target.
    public init(_ person: PersonID, of circle: CircleID, handingOverTo heir: PersonID? = nil) {
        self.circle = circle
        self.person = person
        self.heir = heir
    }

    /// Reads circle and person from the path, and the heir from the query.
    public init(reading values: TargetValues) throws(Problem) {
        circle = try values.identifier()
        person = try values.identifier("person")
        heir = try values.query("heir", "in the query has to be the id of a person") { PersonID($0) }
    }

    /// Circle and person.
    public var pathValues: KeyValuePairs<String, String> {
        ["id": circle.description, "person": person.description]
    }

    /// The heir.
    public var query: KeyValuePairs<String, String?> { ["heir": heir?.description] }
}
