public import AlarmCore

/// The answer to `POST /v1/check-ins/rehearsal`, 202: the rehearsal, and what contacts would be sent.
public struct RehearsalBegun: Hashable, WireMessage {
    /// What a contact would be sent, as things stand.
    public struct Letter: Hashable, WireMessage {
        /// The contact.
        public var contact: ContactID
        /// What the contact is called.
        public var name: String
        /// By which way.
        public var medium: Destination.Medium
        /// The subject, of an e-mail.
        public var subject: String?
        /// The text, in the contact's language; without the links that are the contact's own.
        public var text: String

        /// Writes a letter.
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

        /// Reads the members of its object.
        public init(reading object: inout ObjectReader) throws(WireError) {
            contact = try object.identifier("contactId")
            name = try object.personName("name")
            medium = try object.word("medium")
            subject = try object.optionalString("subject", bytes: 1...1024)
            text = try object.string("text", bytes: 1...16_384)
        }

        /// The object that travels.
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

    /// The rehearsal's alarm.
    public var id: AlarmID
    /// Where it stands.
    public var state: AlarmState
    /// What would be sent at the deadline; nothing where no contact has agreed.
    public var letters: [Letter]

    /// Makes an answer.
    public init(id: AlarmID, state: AlarmState, letters: [Letter]) {
        self.id = id
        self.state = state
        self.letters = letters
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        id = try object.identifier("id")
        state = try object.word("state")
        letters = try object.array("letters", limit: 1024)
    }

    /// The object that travels.
    public var json: JSONValue {
        .object(of: ["id": .identifier(id), "state": .word(state), "letters": .array(letters.map(\.json))])
    }
}
