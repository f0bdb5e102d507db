public import AlarmCore

/// The answer to `POST /v1/check-ins/rehearsal`, 202: the rehearsal, and the messages that contacts would get.
public struct RehearsalBegun: Hashable, WireMessage {
    /// The message that a contact would get, as of now.
    public struct RehearsedLetter: Hashable, WireMessage {
        /// The contact.
        public var contact: ContactID
        /// The contact's name.
        public var name: String
        /// The channel.
        public var medium: Destination.Medium
        /// The subject, of an e-mail.
        public var subject: String?
        /// The text, in the contact's language, without the contact's own links.
        public var text: String

        /// Makes a message.
        public init(
            contact: ContactID,
            name: String,
            medium: Destination.Medium,
            subject: String? = nil,
            text: String
        ) {
            self.contact = contact
            self.name = name
            self.medium = medium
            self.subject = subject
            self.text = text
        }

        /// Reads the members of the JSON object.
        public init(reading object: inout ObjectReader) throws(WireError) {
            contact = try object.identifier("contactId")
            name = try object.personName("name")
            medium = try object.word("medium")
            subject = try object.optionalString("subject", bytes: 1...1024)
            text = try object.string("text", bytes: 1...16_384)
        }

        /// The JSON object on the wire.
        public var json: JSONValue {
            .object(of: [
                "contactId": .identifier(contact),
                "name": .string(name),
                "medium": .word(medium),
                "subject": subject.map(JSONValue.string),
                "text": .string(text),
            ])
        }
    }

    /// An address that agreed and would be told nothing, since the relay has no way to send to it at present.
    public struct UnreachedAddress: Hashable, WireMessage {
        /// The contact.
        public var contact: ContactID
        /// The contact's name.
        public var name: String
        /// The channel.
        public var medium: Destination.Medium

        /// Makes an address.
        public init(contact: ContactID, name: String, medium: Destination.Medium) {
            self.contact = contact
            self.name = name
            self.medium = medium
        }

        /// Reads the members of the JSON object.
        public init(reading object: inout ObjectReader) throws(WireError) {
            contact = try object.identifier("contactId")
            name = try object.personName("name")
            medium = try object.word("medium")
        }

        /// The JSON object on the wire.
        public var json: JSONValue {
            .object(of: ["contactId": .identifier(contact), "name": .string(name), "medium": .word(medium)])
        }
    }

    /// The rehearsal's alarm.
    public var id: AlarmID
    /// The present state.
    public var state: AlarmState
    /// The messages that would be sent at the deadline; empty where nobody would be told.
    public var letters: [RehearsedLetter]
    /// The addresses that agreed, and to which the relay has no way at present.
    public var unreached: [UnreachedAddress]

    /// Makes an answer.
    public init(id: AlarmID, state: AlarmState, letters: [RehearsedLetter], unreached: [UnreachedAddress] = []) {
        self.id = id
        self.state = state
        self.letters = letters
        self.unreached = unreached
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        id = try object.identifier("id")
        state = try object.word("state")
        letters = try object.array("letters", limit: 1024)
        unreached = try object.optionalObjects("unreached", limit: 1024)
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "id": .identifier(id),
            "state": .word(state),
            "letters": .array(letters.map(\.json)),
            "unreached": unreached.isEmpty ? nil : .array(unreached.map(\.json)),
        ])
    }
}
