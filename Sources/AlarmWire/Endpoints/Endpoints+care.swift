public import AlarmCore

extension Endpoints {
    /// Care circles: settings and signals of the dweller, alerts and their acknowledgement.
    public enum Care {
        /// The state of everybody whom the caller looks after.
        public static let overview = Endpoint<NoTarget, NoContent, CareOverview>(.get, "/v1/care")
        /// The dweller's settings.
        public static let settings = Endpoint<NoTarget, NoContent, CareSettings>(.get, "/v1/care/settings")
        /// Changes the dweller's settings.
        public static let setSettings = Endpoint<NoTarget, CareSettings, CareSettings>(.put, "/v1/care/settings")
        /// Pauses alerts.
        public static let pause = Endpoint<NoTarget, CarePause, CareSettings>(.put, "/v1/care/pause")
        /// Ends the pause.
        public static let resume = Endpoint<NoTarget, NoContent, CareSettings>(.delete, "/v1/care/pause")
        /// Sets the caller's own phone number for alerts.
        public static let setPhone = Endpoint<NoTarget, CarePhone, ContactView>(.put, "/v1/care/phone")
        /// Removes the caller's phone number.
        public static let removePhone = Endpoint<NoTarget, NoContent, NoContent>(.delete, "/v1/care/phone")
        /// Takes a signal that something may have happened to the dweller; 200 if no new alert was raised.
        public static let signal = Endpoint<NoTarget, CareSignalRequest, CareAlertView>(
            .post,
            "/v1/care/signals",
            statuses: [201, 200]
        )
        /// Takes a report that the dweller is active.
        public static let reportActivity = Endpoint<NoTarget, CareActivityReport, CareStatus>(
            .post,
            "/v1/care/activity"
        )
        /// Sends an invite's link to somebody.
        public static let invite = Endpoint<NoTarget, CareInvitationRequest, NoContent>(.post, "/v1/care/invitations")

        private static let circle: [any AnyEndpoint] = [
            overview, settings, setSettings, pause, resume, setPhone, removePhone, signal, reportActivity, invite,
        ]

        /// One alert.
        public static let alert = Endpoint<DocumentID, NoContent, CareAlertView>(.get, "/v1/care/alerts/{id}")
        /// Cancels an alert; for the dweller.
        public static let cancelAlert = Endpoint<DocumentID, NoContent, CareAlertView>(.delete, "/v1/care/alerts/{id}")
        /// Acknowledges an alert: a member looks after the dweller.
        public static let acknowledgeAlert = Endpoint<DocumentID, NoContent, CareAlertView>(
            .post,
            "/v1/care/alerts/{id}/acknowledgement"
        )
        /// Says that an acknowledged or unanswered alert is over.
        public static let resolveAlert = Endpoint<DocumentID, NoContent, CareAlertView>(
            .post,
            "/v1/care/alerts/{id}/resolution"
        )
        /// Sets the caller's sealed note on an alert.
        public static let noteAlert = Endpoint<DocumentID, CareNoteRequest, CareAlertView>(
            .put,
            "/v1/care/alerts/{id}/note"
        )
        /// One page of the alerts of a care circle, newest first.
        public static let history = Endpoint<CareHistoryTarget, NoContent, CareHistory>(
            .get,
            "/v1/care/circles/{id}/alerts"
        )
        /// All alerts of a care circle as a table (RFC 4180).
        public static let table = Endpoint<CircleID, NoContent, [UInt8]>(.get, "/v1/care/circles/{id}/alerts.csv")

        static let all: [any AnyEndpoint] =
            circle + [alert, cancelAlert, acknowledgeAlert, resolveAlert, noteAlert, history, table]
    }
}

/// One page of the alerts of a care circle.
public struct CareHistoryTarget: EndpointTarget, Hashable {
    /// The circle.
    public var circle: CircleID
    /// The alert before which the page begins; nil for the newest.
    public var before: DocumentID?

    /// Makes a target.
    public init(_ circle: CircleID, before: DocumentID? = nil) {
        self.circle = circle
        self.before = before
    }

    /// Reads the circle in the path and the alert in the query.
    public init(reading values: TargetValues) throws(Problem) {
        circle = try values.identifier()
        before = try values.query("before", "has to be an alert of this history: ask without one") { text in
            DocumentID(text)
        }
    }

    /// The circle.
    public var pathValues: KeyValuePairs<String, String> { ["id": circle.description] }
    /// The alert.
    public var query: KeyValuePairs<String, String?> { ["before": before?.description] }
}
