package import AlarmCore

/// A family or a care circle, as it is before anything else happens.
package struct ScenarioCircle: Hashable, Sendable {
    /// Somebody in it, beside whoever makes it.
    package struct Member: Hashable, Sendable {
        /// A phone of the person.
        package var phone: String
        package var role: Role
        /// When a member of a care circle is told of an alert: 1 first.
        package var priority: Int
        /// What a member of a care circle may do and know; nil for what is usual.
        package var permissions: Set<Permission>?
        /// The number to which alerts go together with the push.
        package var number: String?
        /// The language of the messages there (BCP 47).
        package var language: String

        package init(
            phone: String,
            role: Role,
            priority: Int = 1,
            permissions: Set<Permission>? = nil,
            number: String? = nil,
            language: String = "en"
        ) {
            self.phone = phone
            self.role = role
            self.priority = priority
            self.permissions = permissions
            self.number = number
            self.language = language
        }
    }

    package var kind: Circle.Kind
    /// A phone of who makes it: a parent, or the dweller.
    package var founder: String
    package var members: [Member]
    /// How far a family's reminder may be snoozed past its time.
    package var snoozeLimit: Span
    /// What the dweller of a care circle set about its alerts.
    package var settings: CareSettings

    package init(
        kind: Circle.Kind,
        founder: String,
        members: [Member],
        snoozeLimit: Span = Circle.usualSnoozeLimit,
        settings: CareSettings = CareSettings()
    ) {
        self.kind = kind
        self.founder = founder
        self.members = members
        self.snoozeLimit = snoozeLimit
        self.settings = settings
    }

    /// The phones named in it, the founder's first.
    package var phones: [String] { [founder] + members.map(\.phone) }
}
