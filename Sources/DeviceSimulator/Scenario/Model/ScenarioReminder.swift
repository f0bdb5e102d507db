package import AlarmCore

/// A reminder that somebody sets in the family.
package struct ScenarioReminder: Hashable, Sendable {
    /// Name of the reminder in the scenario.
    package var label: String
    /// The phone that sets it.
    package var creator: String
    /// A phone of the assignee.
    package var assignee: String
    /// Due time, of the first occurrence if it repeats.
    package var due: Instant
    /// Title of the reminder.
    package var title: String
    /// Weekly rule by which the reminder repeats.
    package var rule: RecurrenceRule?
    /// Zone whose clocks the rule follows.
    package var zone: String?
    /// Place that the assignee should stay at.
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

/// An action on a reminder in the app.
package enum ReminderAction: Hashable, Sendable {
    /// The reminder is completed.
    case complete
    /// The completion is undone.
    case undo
    /// The phone reports its position.
    case report(Place)
}
