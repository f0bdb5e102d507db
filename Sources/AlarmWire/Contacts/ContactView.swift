public import AlarmCore

/// A contact, as the person who added them sees them.
public struct ContactView: Hashable, WireMessage {
    /// The consent of a contact.
    public enum ConsentState: String, CaseIterable, Hashable, Sendable {
        /// The contact has not answered the one message that asks.
        case pending
        /// The contact has agreed.
        case confirmed
        /// The contact wants no more messages.
        case unsubscribed
    }

    /// A failed delivery of the last message to an address.
    public struct Trouble: Hashable, WireMessage {
        /// The channel.
        public var medium: Destination.Medium
        /// The time at which the failure was known.
        public var at: Instant
        /// The reason, for the person who added the contact.
        public var reason: String
        /// Whether a server had taken the message, which came back later.
        public var isReturned: Bool
        /// Whether it may have arrived all the same, as the answer of a server was lost.
        public var mayHaveArrived: Bool

        /// Makes a record of a failed delivery.
        public init(
            medium: Destination.Medium,
            at: Instant,
            reason: String,
            isReturned: Bool = false,
            mayHaveArrived: Bool = false
        ) {
            self.medium = medium
            self.at = at
            self.reason = reason
            self.isReturned = isReturned
            self.mayHaveArrived = mayHaveArrived
        }

        /// Reads the members of the JSON object.
        public init(reading object: inout ObjectReader) throws(WireError) {
            medium = try object.word("medium")
            at = try object.instant("at")
            reason = try object.string("reason", bytes: 1...1024)
            isReturned = try object.optionalBool("returned") ?? false
            mayHaveArrived = try object.optionalBool("mayHaveArrived") ?? false
        }

        /// The JSON object on the wire.
        public var json: JSONValue {
            .object(of: [
                "medium": .word(medium), "at": .instant(at), "reason": .string(reason),
                "returned": isReturned ? true : nil, "mayHaveArrived": mayHaveArrived ? true : nil,
            ])
        }
    }

    /// Identifier.
    public var id: ContactID
    /// The contact's name and addresses.
    public var contact: ContactRequest
    /// The contact's consent.
    public var consent: ConsentState
    /// The channels to which they have agreed; messages go to those only.
    public var agreed: Set<Destination.Medium>
    /// The time at which the contact was added.
    public var since: Instant
    /// The secret with which the contact's webhook is signed; sent once, when the webhook is set.
    public var webhookSecret: String?
    /// The channels on which the last message did not arrive; empty where all did.
    public var trouble: [Trouble]
    /// The channels of their addresses by which the relay can send nothing at present; what is for those waits.
    public var unreached: Set<Destination.Medium>
    /// The channels of their addresses by which nothing has got through of late.
    public var delayed: [MediumDelay]
    /// The channels of the addresses whose message that asks has yet to go out; it is tried again.
    public var waiting: Set<Destination.Medium>

    /// Makes a view.
    public init(
        id: ContactID,
        contact: ContactRequest,
        consent: ConsentState,
        agreed: Set<Destination.Medium> = [],
        since: Instant,
        webhookSecret: String? = nil,
        trouble: [Trouble] = [],
        unreached: Set<Destination.Medium> = [],
        delayed: [MediumDelay] = [],
        waiting: Set<Destination.Medium> = []
    ) {
        self.id = id
        self.contact = contact
        self.consent = consent
        self.agreed = agreed
        self.since = since
        self.webhookSecret = webhookSecret
        self.trouble = trouble
        self.unreached = unreached
        self.delayed = delayed
        self.waiting = waiting
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        id = try object.identifier("contactId")
        consent = try object.word("consent")
        agreed = try object.optionalWords("agreed") ?? []
        since = try object.instant("since")
        webhookSecret = try object.optionalString("webhookSecret", bytes: 1...128)
        trouble = try object.optionalObjects("trouble", limit: 8)
        unreached = try object.optionalWords("unreached") ?? []
        delayed = try object.optionalObjects("delayed", limit: 8)
        waiting = try object.optionalWords("waiting") ?? []
        contact = try object.object("contact")
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "contactId": .identifier(id),
            "consent": .word(consent),
            "agreed": agreed.isEmpty ? nil : .words(agreed),
            "since": .instant(since),
            "webhookSecret": webhookSecret.map(JSONValue.string),
            "trouble": trouble.isEmpty ? nil : .array(trouble.map(\.json)),
            "unreached": unreached.isEmpty ? nil : .words(unreached),
            "delayed": delayed.isEmpty ? nil : .array(delayed.map(\.json)),
            "waiting": waiting.isEmpty ? nil : .words(waiting),
            "contact": contact.json,
        ])
    }
}

/// The contacts of the caller's person, as `GET /v1/contacts` returns them.
public struct ContactList: Hashable, WireMessage {
    /// The contacts, oldest first.
    public var contacts: [ContactView]

    /// Makes a list.
    public init(contacts: [ContactView]) {
        self.contacts = contacts
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        contacts = try object.array("contacts", limit: 1024)
    }

    /// The JSON object on the wire.
    public var json: JSONValue { .object(of: ["contacts": .array(contacts.map(\.json))]) }
}
