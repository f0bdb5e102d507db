public import AlarmCore

/// What became of telling a person's contacts that no check-in came, as the relay knows it.
public struct CheckInTelling: Hashable, WireMessage {
    /// The state of telling the contacts, all of them together.
    public enum Outcome: String, CaseIterable, Hashable, Sendable {
        /// No contact had agreed to be told, so nobody is.
        case nobody
        /// No server has said yet that it took a message; they are tried again.
        case waiting
        /// A message to some of the contacts was taken by a server, and none to others.
        case partly
        /// A message to each of the contacts was taken by a server.
        case told
        /// No server has said that it took a message, and none is tried again.
        case failed
    }

    /// What became of telling one contact by one medium.
    public struct Message: Hashable, WireMessage {
        /// The state of a message.
        public enum State: String, CaseIterable, Hashable, Sendable {
            /// No server has said yet that it took it; it is tried again.
            case waiting
            /// A server took it.
            case sent
            /// No server has said that it took it, and it is not tried again.
            case failed
            /// A server took it, and it came back.
            case returned
        }

        /// The contact.
        public var contact: ContactID
        /// The contact's name; `?` for one who was told and has been taken out since.
        public var name: String
        /// The medium.
        public var medium: Destination.Medium
        /// The state of the last message.
        public var state: State
        /// The time at which it came to that, or at which a waiting message was ordered.
        public var at: Instant
        /// The reason why it was not taken, or came back; nil without one.
        public var reason: String?
        /// Whether a waiting or failed message may have arrived all the same, as the answer of a server was lost.
        public var mayHaveArrived: Bool

        /// Makes the account of one message.
        public init(
            contact: ContactID,
            name: String,
            medium: Destination.Medium,
            state: State,
            at: Instant,
            reason: String? = nil,
            mayHaveArrived: Bool = false
        ) {
            self.contact = contact
            self.name = name
            self.medium = medium
            self.state = state
            self.at = at
            self.reason = reason
            self.mayHaveArrived = mayHaveArrived
        }

        /// Reads the members of the JSON object.
        public init(reading object: inout ObjectReader) throws(WireError) {
            contact = try object.identifier("contactId")
            name = try object.string("name", bytes: 1...512)
            medium = try object.word("medium")
            state = try object.word("state")
            at = try object.instant("at")
            reason = try object.optionalString("reason", bytes: 1...1024)
            mayHaveArrived = try object.optionalBool("mayHaveArrived") ?? false
        }

        /// The JSON object on the wire.
        public var json: JSONValue {
            .object(of: [
                "contactId": .identifier(contact),
                "name": .string(name),
                "medium": .word(medium),
                "state": .word(state),
                "at": .instant(at),
                "reason": reason.map(JSONValue.string),
                "mayHaveArrived": mayHaveArrived ? true : nil,
            ])
        }
    }

    /// A contact's word that they have reached the person.
    public struct Reached: Hashable, WireMessage {
        /// The contact's name.
        public var name: String
        /// The time at which they said so.
        public var at: Instant

        /// Makes a contact's word.
        public init(name: String, at: Instant) {
            self.name = name
            self.at = at
        }

        /// Reads the members of the JSON object.
        public init(reading object: inout ObjectReader) throws(WireError) {
            name = try object.string("name", bytes: 1...512)
            at = try object.instant("at")
        }

        /// The JSON object on the wire.
        public var json: JSONValue { .object(of: ["name": .string(name), "at": .instant(at)]) }
    }

    /// The state of all messages together.
    public var outcome: Outcome
    /// Every message of the present deadline, by contact and medium.
    public var messages: [Message]
    /// The contact who says that they have reached the person; nil where none does.
    public var reached: Reached?

    /// Whether no server has said that it took a message, and one may have arrived all the same.
    public var isUncertain: Bool {
        (outcome == .waiting || outcome == .failed) && messages.contains(where: \.mayHaveArrived)
    }

    /// Makes an account.
    public init(outcome: Outcome, messages: [Message], reached: Reached? = nil) {
        self.outcome = outcome
        self.messages = messages
        self.reached = reached
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        outcome = try object.word("outcome")
        messages = try object.array("messages", limit: 1024)
        reached = try object.optionalObject("reached")
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "outcome": .word(outcome), "messages": .array(messages.map(\.json)), "reached": reached?.json,
        ])
    }
}
