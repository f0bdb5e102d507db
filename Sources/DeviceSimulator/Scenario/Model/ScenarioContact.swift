/// Somebody without the app whom a person named.
package struct ScenarioContact: Hashable, Sendable {
    /// What the scenario calls them: lower-case letters, digits and hyphens.
    package var name: String
    /// A phone of the person who named them.
    package var of: String
    /// Their e-mail address.
    package var email: String?
    /// Their telephone number, as in `+491701234567` (E.164).
    package var number: String?
    /// Their language (BCP 47).
    package var language: String
    /// Whether they agree to be told, the moment that they are asked.
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
