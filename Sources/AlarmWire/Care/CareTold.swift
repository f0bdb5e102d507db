public import AlarmCore

/// That somebody was told of an alert, or that it was tried.
public struct CareTold: Hashable, WireMessage {
    /// How many of them the record of an alert keeps.
    public static let limit = 500

    /// By what somebody is told.
    public enum Means: String, CaseIterable, Hashable, Sendable {
        case push, sms, email, webhook
    }

    /// What became of it.
    public enum Outcome: String, CaseIterable, Hashable, Sendable {
        /// The gateway took it.
        case sent
        /// The gateway refused it, or the destination is gone.
        case refused
        /// Its time ran out before a gateway took it.
        case expired
    }

    /// Who.
    public var person: PersonID
    /// What they are called in the circle.
    public var name: String?
    /// By what.
    public var means: Means
    /// When the gateway took it, or it was given up.
    public var at: Instant
    /// What became of it.
    public var outcome: Outcome

    /// Makes an entry.
    public init(person: PersonID, name: String?, means: Means, at: Instant, outcome: Outcome) {
        self.person = person
        self.name = name
        self.means = means
        self.at = at
        self.outcome = outcome
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        person = try object.identifier("personId")
        name = try object.optionalString("name", bytes: 1...256)
        means = try object.word("by")
        at = try object.instant("at")
        outcome = try object.word("outcome")
    }

    /// The object that travels.
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
