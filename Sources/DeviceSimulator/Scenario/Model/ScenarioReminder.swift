package import AlarmCore

/// A reminder that somebody sets in the family.
package struct ScenarioReminder: Hashable, Sendable {
    /// What the scenario calls it.
    package var label: String
    /// The phone that sets it.
    package var creator: String
    /// A phone of whoever is reminded.
    package var assignee: String
    /// When it is due, or first due.
    package var due: Instant
    /// What of.
    package var title: String
    /// The days on which it repeats, by a weekly rule.
    package var rule: RecurrenceRule?
    /// The zone whose clocks the rule follows.
    package var zone: String?
    /// Where the assignee should stay.
    package var place: Place?

    package init(
        label: String,
        creator: String,
        assignee: String,
        due: Instant,
        title: String,
        rule: RecurrenceRule? = nil,
        zone: String? = nil,
        place: Place? = nil
    ) {
        self.label = label
        self.creator = creator
        self.assignee = assignee
        self.due = due
        self.title = title
        self.rule = rule
        self.zone = zone
        self.place = place
    }
}

/// What somebody does about a reminder in the app.
package enum ReminderDeed: Hashable, Sendable {
    /// Says that it is done.
    case complete
    /// Takes that back.
    case undo
    /// Their phone says where it is.
    case report(Place)
}
