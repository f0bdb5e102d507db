public import AlarmCore

/// A contact, as the person who named them sees them.
public struct ContactView: Hashable, WireMessage {
    /// Whether a contact wants to be told.
    public enum Consent: String, CaseIterable, Hashable, Sendable {
        /// Has not answered the one letter that asks.
        case pending
        /// Wants to be told.
        case confirmed
        /// Wants no letters any more.
        case unsubscribed
    }

    /// That the last letter or message to an address did not arrive.
    public struct Trouble: Hashable, WireMessage {
        /// Which way.
        public var medium: Destination.Medium
        /// When that was known.
        public var at: Instant
        /// Why, in words for whoever named the contact.
        public var reason: String

        /// Notes trouble.
        public init(medium: Destination.Medium, at: Instant, reason: String) {
            self.medium = medium
            self.at = at
            self.reason = reason
        }

        /// Reads the members of its object.
        public init(reading object: inout ObjectReader) throws(WireError) {
            medium = try object.word("medium")
            at = try object.instant("at")
            reason = try object.string("reason", bytes: 1...1024)
        }

        /// The object that travels.
        public var json: JSONValue {
            .object(of: ["medium": .word(medium), "at": .instant(at), "reason": .string(reason)])
        }
    }

    /// The contact's name for the relay.
    public var id: ContactID
    /// Who it is, and how they are reached.
    public var contact: ContactRequest
    /// Whether they want to be told.
    public var consent: Consent
    /// The addresses of theirs by which they have agreed; those alone are written to.
    public var agreed: Set<Destination.Medium>
    /// Since when.
    public var since: Instant
    /// The secret under which the contact's webhook is signed; told once, when the webhook is set.
    public var webhookSecret: String?
    /// The ways in which the last letter or message did not arrive; nothing where all did.
    public var trouble: [Trouble]

    /// Makes a view.
    public init(
        id: ContactID,
        contact: ContactRequest,
        consent: Consent,
        agreed: Set<Destination.Medium> = [],
        since: Instant,
        webhookSecret: String? = nil,
        trouble: [Trouble] = []
    ) {
        self.id = id
        self.contact = contact
        self.consent = consent
        self.agreed = agreed
        self.since = since
        self.webhookSecret = webhookSecret
        self.trouble = trouble
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        id = try object.identifier("contactId")
        consent = try object.word("consent")
        agreed = try object.optionalWords("agreed") ?? []
        since = try object.instant("since")
        webhookSecret = try object.optionalString("webhookSecret", bytes: 1...128)
        trouble = try object.optionalObjects("trouble", limit: 8)
        contact = try object.object("contact")
    }

    /// The object that travels.
    public var json: JSONValue {
        .object(of: [
            "contactId": .identifier(id),
            "consent": .word(consent),
            "agreed": agreed.isEmpty ? nil : .words(agreed),
            "since": .instant(since),
            "webhookSecret": webhookSecret.map(JSONValue.string),
            "trouble": trouble.isEmpty ? nil : .array(trouble.map(\.json)),
            "contact": contact.json,
        ])
    }
}

/// The contacts of the caller's person, as `GET /v1/contacts` tells them.
public struct ContactList: Hashable, WireMessage {
    /// The contacts, oldest first.
    public var contacts: [ContactView]

    /// Makes a list.
    public init(contacts: [ContactView]) {
        self.contacts = contacts
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        contacts = try object.array("contacts", limit: 1024)
    }

    /// The object that travels.
    public var json: JSONValue { .object(of: ["contacts": .array(contacts.map(\.json))]) }
}
