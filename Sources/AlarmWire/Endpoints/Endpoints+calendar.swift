extension Endpoints {
    /// The secret address at which calendar programs read the caller's alarms.
    public enum Calendar {
        /// Makes the address, in place of an earlier one.
        public static let makeLink = Endpoint<NoTarget, NoContent, CalendarLink>(
            .post,
            "/v1/calendar/link",
            statuses: [201]
        )
        /// Whether there is an address, and since when.
        public static let link = Endpoint<NoTarget, NoContent, CalendarLinkView>(.get, "/v1/calendar/link")
        /// Revokes the address.
        public static let revokeLink = Endpoint<NoTarget, NoContent, NoContent>(.delete, "/v1/calendar/link")

        static let all: [any AnyEndpoint] = [makeLink, link, revokeLink]
    }
}
