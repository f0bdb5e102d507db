/// The message with the link of an invite, and how far it has come; only its inviter learns it.
public struct InviteLetter: Hashable, WireMessage {
    /// How far a message is.
    public enum State: String, CaseIterable, Hashable, Sendable {
        /// The message is still to be sent.
        case waiting
        /// A mail server or a provider of text messages has taken the message.
        case sent
        /// The message was refused for good, or its time ran out.
        case failed
    }

    /// How far it is.
    public var state: State
    /// Why the last attempt failed, in the words of the relay or of the server that it asked.
    public var reason: String?

    /// Makes a report on a message.
    public init(_ state: State, reason: String? = nil) {
        self.state = state
        self.reason = reason
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        state = try object.word("state")
        reason = try object.optionalString("reason", bytes: 1...1024)
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: ["state": .word(state), "reason": reason.map(JSONValue.string)])
    }
}
