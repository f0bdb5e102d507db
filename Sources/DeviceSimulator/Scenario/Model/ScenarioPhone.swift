/// A phone of a scenario, as it is at the start.
package struct ScenarioPhone: Hashable, Sendable {
    /// What the scenario calls it: lower-case letters, digits and hyphens.
    package var name: String
    /// Whose it is; two phones of one person share their alarms.
    package var person: String
    /// What it is like at the start, where that is not usual.
    package var settings: PhoneSettings

    package init(name: String, person: String, settings: PhoneSettings = PhoneSettings()) {
        self.name = name
        self.person = person
        self.settings = settings
    }
}
