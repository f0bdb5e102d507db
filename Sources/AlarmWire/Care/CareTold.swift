public import AlarmCore

/// A record that somebody was told of an alert, or that it was tried.
public struct CareTold: Hashable, WireMessage {
    /// The most such records that an alert keeps.
    public static let limit = 500

    /// A means of telling somebody.
    public enum Means: String, CaseIterable, Hashable, Sendable {
        case push, sms, email, webhook, call
    }

    /// The outcome of telling somebody.
    public enum Outcome: String, CaseIterable, Hashable, Sendable {
        /// The gateway accepted it.
        case sent
        /// The gateway refused it, or the destination is gone.
        case refused
        /// It expired before a gateway accepted it.
        case expired
    }

    /// The person.
    public var person: PersonID
    /// Their display name in the circle.
    public var name: String?
    /// The means.
    public var means: Means
    /// The time at which the gateway accepted it, or it was given up; of a call that nobody picked up, when it was placed.
    public var at: Instant
    /// The outcome.
    public var outcome: Outcome

    /// Makes an entry.
    public init(person: PersonID, name: String?, means: Means, at: Instant, outcome: Outcome) {
        self.person = person
        self.name = name
        self.means = means
        self.at = at
        self.outcome = outcome
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        person = try object.identifier("personId")
        name = try object.optionalString("name", bytes: 1...256)
        means = try object.word("by")
        at = try object.instant("at")
        outcome = try object.word("outcome")
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "personId": .identifier(person),
            "name": name.map(JSONValue.string),
            "by": .word(means),
            "at": .instant(at),
            "outcome": .word(outcome),
        ])
    }
}
