/// Somebody without the app whom a person named.
package struct ScenarioContact: Hashable, Sendable {
    /// Name in the scenario: lower-case letters, digits and hyphens.
    package var name: String
    /// A phone of the person who named the contact.
    package var of: String
    /// E-mail address.
    package var email: String?
    /// Telephone number, as in `+491701234567` (E.164).
    package var number: String?
    /// Language (BCP 47).
    package var language: String
    /// Whether the contact gives their consent as soon as they are asked.
    package var agrees: Bool

    package init(
        name: String,
        of: String,
        email: String? = nil,
        number: String? = nil,
        language: String = "en",
        agrees: Bool = true
    ) {
        self.name = name
        self.of = of
        self.email = email
        self.number = number
        self.language = language
        self.agrees = agrees
    }
}

/// An action of a person without the app, by a link in a message to them.
package enum ContactAction: String, CaseIterable, Hashable, Sendable {
    /// Agrees to be notified.
    case agree
    /// Unsubscribes from further messages.
    case unsubscribe
}
