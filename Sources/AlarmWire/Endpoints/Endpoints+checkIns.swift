public import AlarmCore

extension Endpoints {
    /// Check-ins, their plan, and the link by which scripts check in.
    public enum CheckIns {
        /// Checks in.
        public static let checkIn = Endpoint<NoTarget, CheckInRequest, CheckInReport>(.post, "/v1/check-ins")
        /// The state of the check-in.
        public static let show = Endpoint<NoTarget, NoContent, CheckInReport>(.get, "/v1/check-ins")
        /// Sets the plan.
        public static let plan = Endpoint<NoTarget, CheckInSettings, CheckInReport>(.put, "/v1/check-ins/plan")
        /// Moves the deadline by 24 h.
        public static let snooze = Endpoint<NoTarget, NoContent, CheckInReport>(.post, "/v1/check-ins/snooze")
        /// Makes a named link by which somebody checks in for the person.
        public static let addLink = Endpoint<NoTarget, NewCheckInLink, CheckInLink>(
            .post,
            "/v1/check-ins/links",
            statuses: [201]
        )
        /// The person's links.
        public static let links = Endpoint<NoTarget, NoContent, CheckInLinkList>(.get, "/v1/check-ins/links")
        /// Revokes one link.
        public static let revokeLink = Endpoint<DocumentID, NoContent, NoContent>(.delete, "/v1/check-ins/links/{id}")
        /// The emergency card.
        public static let card = Endpoint<NoTarget, NoContent, EmergencyCardView>(.get, "/v1/check-ins/card")
        /// Sets the emergency card.
        public static let setCard = Endpoint<NoTarget, EmergencyCard, EmergencyCardView>(.put, "/v1/check-ins/card")
        /// Deletes the emergency card.
        public static let removeCard = Endpoint<NoTarget, NoContent, NoContent>(.delete, "/v1/check-ins/card")
        /// Makes the link called `link`, in place of an earlier one of this name.
        public static let makeLink = Endpoint<NoTarget, NoContent, CheckInLink>(
            .post,
            "/v1/check-ins/link",
            statuses: [201]
        )
        /// Revokes the link called `link`.
        public static let removeLink = Endpoint<NoTarget, NoContent, NoContent>(.delete, "/v1/check-ins/link")
        /// The person's own addresses, at which they are warned.
        public static let addresses = Endpoint<NoTarget, NoContent, ContactView>(.get, "/v1/check-ins/addresses")
        /// Sets the person's own addresses; each is asked first.
        public static let setAddresses = Endpoint<NoTarget, OwnAddresses, ContactView>(
            .put,
            "/v1/check-ins/addresses"
        )
        /// Forgets the person's own addresses.
        public static let removeAddresses = Endpoint<NoTarget, NoContent, NoContent>(
            .delete,
            "/v1/check-ins/addresses"
        )
        /// Rehearses a missed check-in, for the person alone.
        public static let rehearse = Endpoint<NoTarget, NoContent, RehearsalBegun>(
            .post,
            "/v1/check-ins/rehearsal",
            statuses: [202]
        )
        /// Sends the person a test push.
        public static let testNotification = Endpoint<NoTarget, NoContent, ReceiptAccepted>(
            .post,
            "/v1/check-ins/test",
            statuses: [202]
        )

        static let all: [any AnyEndpoint] = [
            checkIn, show, plan, snooze, addLink, links, revokeLink, card, setCard, removeCard, makeLink, removeLink,
            addresses, setAddresses, removeAddresses,
            rehearse, testNotification,
        ]
    }

    /// Contacts: people without the app whom the relay notifies.
    public enum Contacts {
        /// Adds a contact.
        public static let add = Endpoint<NoTarget, ContactRequest, ContactView>(.post, "/v1/contacts", statuses: [201])
        /// The caller's contacts.
        public static let list = Endpoint<NoTarget, NoContent, ContactList>(.get, "/v1/contacts")
        /// Changes a contact.
        public static let change = Endpoint<ContactID, ContactRequest, ContactView>(.put, "/v1/contacts/{id}")
        /// Forgets a contact.
        public static let remove = Endpoint<ContactID, NoContent, NoContent>(.delete, "/v1/contacts/{id}")
        /// Asks a contact once more to confirm.
        public static let askAgain = Endpoint<ContactID, NoContent, ContactView>(
            .post,
            "/v1/contacts/{id}/confirmation"
        )

        static let all: [any AnyEndpoint] = [add, list, change, remove, askAgain]
    }
}
