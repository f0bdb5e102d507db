public import AlarmCore

extension Routes {
    /// What the query of a list of reminders may name.
    public enum ReminderParameter: String, CaseIterable, Sendable {
        /// `open` or `completed`.
        case status
        /// One person's only.
        case assignee
        /// Those due at this time or later.
        case from
        /// Those due before this time.
        case to
        /// The cursor after which the page begins.
        case after
        /// How many, 1 to 100; 50 unless told.
        case limit
    }

    /// `POST`: a new reminder in a family.
    public static func reminders(in circle: CircleID) -> String {
        Template.reminders.rawValue.replacing("{id}", with: circle.description)
    }

    /// `GET`: one page of a family's reminders.
    public static func reminders(
        in circle: CircleID,
        showing filter: ReminderFilter,
        after cursor: ReminderCursor? = nil,
        limit: Int? = nil
    ) -> String {
        let values: [(ReminderParameter, String?)] = [
            (.status, filter.status?.rawValue),
            (.assignee, filter.assignee?.description),
            (.from, filter.from?.iso8601),
            (.to, filter.to?.iso8601),
            (.after, cursor?.text),
            (.limit, limit.map { String($0) }),
        ]
        let query = values.compactMap { name, value in value.map { "\(name.rawValue)=\($0)" } }
        return reminders(in: circle) + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }

    /// `GET`: a reminder; `PUT`: change it; `DELETE`: forget it.
    public static func reminder(_ id: ReminderID) -> String { fill(.reminder, id) }

    /// `POST`: it is done; `DELETE`: it is not, after all.
    public static func reminderCompletion(_ id: ReminderID) -> String { fill(.reminderCompletion, id) }

    /// `POST`: tick an item of the checklist.
    public static func reminderMarks(_ id: ReminderID) -> String { fill(.reminderMarks, id) }

    /// `PUT`: where the assignee should stay; `DELETE`: nowhere.
    public static func reminderPlace(_ id: ReminderID) -> String { fill(.reminderPlace, id) }

    /// `POST`: where the assignee is.
    public static func reminderPosition(_ id: ReminderID) -> String { fill(.reminderPosition, id) }

    /// `POST`: remind the assignee again later.
    public static func reminderSnooze(_ id: ReminderID) -> String { fill(.reminderSnooze, id) }

    private static func fill(_ template: Template, _ id: ReminderID) -> String {
        template.rawValue.replacing("{id}", with: id.description)
    }
}
