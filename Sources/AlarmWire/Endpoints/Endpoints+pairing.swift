public import AlarmCore

extension Endpoints {
    /// Invites: from a code to a pair, to a place in a circle, or to one more device (PA1 section 4).
    public enum Invites {
        /// Opens an invite.
        public static let create = Endpoint<NoTarget, CreateInvite, InviteCreated>(
            .post,
            "/v1/invites",
            statuses: [201]
        )
        /// Claims an invite by its code.
        public static let claim = Endpoint<NoTarget, ClaimInvite, InviteClaimed>(
            .post,
            "/v1/invites/claim",
            by: .claimingDevice
        )
        /// The state of an invite.
        public static let show = Endpoint<InviteID, NoContent, InviteStatus>(.get, "/v1/invites/{id}")
        /// Cancels an invite.
        public static let cancel = Endpoint<InviteID, NoContent, InviteStatus>(.delete, "/v1/invites/{id}")
        /// The claimer's answer.
        public static let answer = Endpoint<InviteID, AnswerInvite, InviteStatus>(.post, "/v1/invites/{id}/answer")
        /// A sealed parcel for another device of the inviter's person.
        public static let handOver = Endpoint<InviteID, HandOver, InviteStatus>(.post, "/v1/invites/{id}/parcels")
        /// The inviter's confirmation.
        public static let confirm = Endpoint<InviteID, ConfirmInvite, InviteStatus>(.post, "/v1/invites/{id}/confirm")
        /// The claimer's acknowledgement, which makes the pair.
        public static let acknowledge = Endpoint<InviteID, NoContent, InviteStatus>(.post, "/v1/invites/{id}/ack")

        static let all: [any AnyEndpoint] = [create, claim, show, cancel, answer, handOver, confirm, acknowledge]
    }

    /// Pairs (PA1 section 8) and consent.
    public enum Pairs {
        /// The caller's pairs.
        public static let list = Endpoint<NoTarget, NoContent, PairList>(.get, "/v1/pairs")
        /// Ends a pair.
        public static let revoke = Endpoint<PairID, NoContent, NoContent>(.delete, "/v1/pairs/{id}")
        /// What the caller permits somebody to do.
        public static let showConsent = Endpoint<ConsentTarget, NoContent, ConsentMessage>(.get, "/v1/consent/{id}")
        /// Sets what the caller permits somebody to do.
        public static let setConsent = Endpoint<ConsentTarget, ConsentMessage, ConsentMessage>(
            .put,
            "/v1/consent/{id}"
        )

        static let all: [any AnyEndpoint] = [list, revoke, showConsent, setConsent]
    }
}

/// The person to whom a consent applies: the partner of a pair, or a person in a circle with the caller.
///
/// The path does not say whether its identifier is a pair's or a person's; the relay looks up both.
public struct ConsentTarget: EndpointTarget, Hashable {
    /// The identifier, of a pair or a person.
    public let id: CircleID

    /// The partner of a pair.
    public static func partner(of pair: PairID) -> ConsentTarget { ConsentTarget(id: pair) }

    /// A person in a circle with the caller.
    public static func person(_ person: PersonID) -> ConsentTarget {
        ConsentTarget(id: CircleID(high: person.high, low: person.low))
    }

    private init(id: CircleID) {
        self.id = id
    }

    /// Reads the identifier in the path.
    public init(reading values: TargetValues) throws(Problem) {
        id = try values.identifier()
    }

    /// The identifier.
    public var pathValues: KeyValuePairs<String, String> { ["id": id.description] }
}
