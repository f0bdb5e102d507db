package import AlarmCore

/// A family or a care circle as it exists before anything else happens.
package struct ScenarioCircle: Hashable, Sendable {
    /// A person in the circle other than its founder.
    package struct Member: Hashable, Sendable {
        /// A phone of the person.
        package var phone: String
        package var role: Role
        /// Priority of a care circle's member, by which members are told of an alert: 1 first.
        package var priority: Int
        /// Permissions of a care circle's member; nil for the default.
        package var permissions: Set<Permission>?
        /// Telephone number that receives alerts together with the push.
        package var number: String?
        /// Language of the messages to the number (BCP 47).
        package var language: String
        /// What happens when the number is called; nil where the member does not want that.
        package var calls: CallAnswer?

        package init(
            phone: String,
            role: Role,
            priority: Int = 1,
            permissions: Set<Permission>? = nil,
            number: String? = nil,
            language: String = "en",
            calls: CallAnswer? = nil
        ) {
            self.phone = phone
            self.role = role
            self.priority = priority
            self.permissions = permissions
            self.number = number
            self.language = language
            self.calls = calls
        }
    }

    /// What happens when somebody is called.
    package enum CallAnswer: String, CaseIterable, Hashable, Sendable {
        /// They pick up and press 1.
        case presses
        /// A voicemail picks up.
        case voicemail
    }

    package var kind: Circle.Kind
    /// A phone of the founder: a parent, or the dweller.
    package var founder: String
    package var members: [Member]
    /// Latest end of a snooze of a family's reminder, from its due time.
    package var snoozeLimit: Span
    /// The dweller's settings for the alerts of a care circle.
    package var settings: CareSettings

    package init(
        kind: Circle.Kind,
        founder: String,
        members: [Member],
        snoozeLimit: Span = Circle.defaultSnoozeLimit,
        settings: CareSettings = CareSettings()
    ) {
        self.kind = kind
        self.founder = founder
        self.members = members
        self.snoozeLimit = snoozeLimit
        self.settings = settings
    }

    /// The phones in the circle, the founder's first.
    package var phones: [String] { [founder] + members.map(\.phone) }
}
