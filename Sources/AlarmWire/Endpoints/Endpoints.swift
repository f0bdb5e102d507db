/// The endpoints of a relay, grouped by subject.
///
/// Pages for people and health checks are not among them, since no device calls those.
public enum Endpoints {
    /// Every endpoint.
    public static let all: [any AnyEndpoint] =
        Devices.all + WebPush.all + Invites.all + Pairs.all + Circles.all + Alarms.all + Reminders.all + CheckIns.all
        + Contacts.all
        + Calendar.all + Care.all + Me.all + Sync.all

    /// The alarms that a device should have armed (PA1 section 5).
    public enum Sync {
        /// All of them, or the changes since a cursor.
        public static let synchronise = Endpoint<CursorTarget, NoContent, SyncAnswer>(.get, "/v1/sync")
        /// A stream of the events that would otherwise be pushed (WHATWG HTML, section 9.2).
        public static let events = Endpoint<NoTarget, NoContent, StreamEvent>(.get, "/v1/events")

        static let all: [any AnyEndpoint] = [synchronise, events]
    }

    /// All data of a person.
    public enum Me {
        /// Deletes it.
        public static let delete = Endpoint<NoTarget, NoContent, DeletionReceipt>(.delete, "/v1/me")
        /// One page of it.
        public static let export = Endpoint<CursorTarget, NoContent, PersonExport>(
            .get,
            "/v1/me/export",
            answerLimits: PersonExport.limits
        )

        static let all: [any AnyEndpoint] = [delete, export]
    }
}
