public import AlarmCore

extension Endpoints {
    /// A family's reminders.
    public enum Reminders {
        /// Sets a reminder in a family.
        public static let create = Endpoint<CircleID, ReminderRequest, ReminderView>(
            .post,
            "/v1/circles/{id}/reminders",
            statuses: [201]
        )
        /// One page of a family's reminders.
        public static let list = Endpoint<ReminderListTarget, NoContent, ReminderList>(
            .get,
            "/v1/circles/{id}/reminders"
        )
        /// One reminder.
        public static let show = Endpoint<ReminderID, NoContent, ReminderView>(.get, "/v1/reminders/{id}")
        /// Changes a reminder.
        public static let change = Endpoint<ReminderID, ReminderRequest, ReminderView>(.put, "/v1/reminders/{id}")
        /// Forgets a reminder.
        public static let delete = Endpoint<ReminderID, NoContent, NoContent>(.delete, "/v1/reminders/{id}")
        /// Completes a reminder.
        public static let complete = Endpoint<ReminderID, NoContent, ReminderView>(
            .post,
            "/v1/reminders/{id}/completion"
        )
        /// Undoes the completion.
        public static let undoCompletion = Endpoint<ReminderID, NoContent, ReminderView>(
            .delete,
            "/v1/reminders/{id}/completion"
        )
        /// Seals the words again.
        public static let sealAgain = Endpoint<ReminderID, ResealedWords, ReminderView>(
            .put,
            "/v1/reminders/{id}/words"
        )
        /// Ticks an item of the checklist.
        public static let mark = Endpoint<ReminderID, ReminderMark, ReminderView>(.post, "/v1/reminders/{id}/marks")
        /// Sets the place where the assignee should stay.
        public static let setPlace = Endpoint<ReminderID, ReminderPlace, ReminderView>(
            .put,
            "/v1/reminders/{id}/place"
        )
        /// Removes the place.
        public static let removePlace = Endpoint<ReminderID, NoContent, ReminderView>(
            .delete,
            "/v1/reminders/{id}/place"
        )
        /// Takes the assignee's position.
        public static let reportPosition = Endpoint<ReminderID, Place, ReminderPosition>(
            .post,
            "/v1/reminders/{id}/position"
        )
        /// Snoozes a reminder.
        public static let snooze = Endpoint<ReminderID, ReminderSnooze, ReminderView>(
            .post,
            "/v1/reminders/{id}/snooze"
        )

        static let all: [any AnyEndpoint] = [
            create, list, show, change, delete, complete, undoCompletion, mark, setPlace, removePlace, reportPosition,
            snooze, sealAgain,
        ]
    }
}

/// One page of a family's reminders.
public struct ReminderListTarget: EndpointTarget, Hashable {
    /// The number of reminders on a page unless the request sets a limit: 50.
    public static let defaultLimit = 50

    /// The family.
    public var circle: CircleID
    /// The filter on its reminders.
    public var filter: ReminderFilter
    /// The cursor after which the page begins; nil for the first page.
    public var cursor: ReminderCursor?
    /// The most reminders, 1 to 100; nil for ``defaultLimit``.
    public var limit: Int?

    /// Makes a target.
    public init(
        _ circle: CircleID,
        showing filter: ReminderFilter,
        after cursor: ReminderCursor? = nil,
        limit: Int? = nil
    ) {
        self.circle = circle
        self.filter = filter
        self.cursor = cursor
        self.limit = limit
    }

    /// Reads the family in the path and the rest in the query.
    public init(reading values: TargetValues) throws(Problem) {
        circle = try values.identifier()
        func value<Value>(_ name: String, _ expected: String, _ parse: (String) -> Value?) throws(Problem) -> Value? {
            try values.query(name, "in the query has to be \(expected)", parse)
        }
        let time = "a time with an offset, as in 2026-03-02T07:30:00Z"
        let status = try value("status", "open or completed") { Reminder.Status(rawValue: $0) }
        let assignee = try value("assignee", "the id of a person") { PersonID($0) }
        let from = try value("from", time) { try? Instant(iso8601: $0) }
        let to = try value("to", time) { try? Instant(iso8601: $0) }
        cursor = try value("after", "a cursor that the relay gave out") { ReminderCursor(text: $0) }
        limit = try value("limit", "a number from 1 to 100") { Int($0) }
        do {
            filter = try ReminderFilter(status: status, assignee: assignee, from: from, to: to)
        } catch {
            throw Problem(.malformed, detail: "\(error)")
        }
    }

    /// The family.
    public var pathValues: KeyValuePairs<String, String> { ["id": circle.description] }

    /// Filter, cursor and limit.
    public var query: KeyValuePairs<String, String?> {
        [
            "status": filter.status?.rawValue,
            "assignee": filter.assignee?.description,
            "from": filter.from?.iso8601,
            "to": filter.to?.iso8601,
            "after": cursor?.text,
            "limit": limit.map { String($0) },
        ]
    }
}
