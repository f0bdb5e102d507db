/// What is known of one thing that the relay needs to do its work.
package struct Check: Hashable, Sendable {
    /// What was looked at.
    package enum Name: String, CaseIterable, Hashable, Sendable {
        /// The store answers, and takes what it is given.
        case store
        /// Alarms are woken at their time.
        case scheduler
        /// What may be sent is sent.
        case outbox
        /// A push gateway takes pushes.
        case gateway
        /// There is time zone data, and it is not old.
        case zones
        /// The wall clock can be right.
        case clock
        /// The relay is not about to end.
        case shutdown
    }

    /// How well it is.
    package enum Status: String, CaseIterable, Hashable, Sendable, Comparable {
        /// As it should be.
        case ok
        /// Alarms ring; somebody should look all the same.
        case degraded
        /// Alarms may not ring.
        case failing

        /// 0, 1 and 2, from well to worse.
        package var rank: Int {
            switch self {
            case .ok: 0
            case .degraded: 1
            case .failing: 2
            }
        }

        package static func < (left: Status, right: Status) -> Bool { left.rank < right.rank }
    }

    package var name: Name
    package var status: Status
    /// What is wrong, and what can be done about it; nil where all is well.
    package var reason: String?
    /// Whether it makes no sense to send this relay any request.
    package var refusesRequests: Bool

    package init(_ name: Name, _ status: Status = .ok, reason: String? = nil, refusesRequests: Bool = false) {
        self.name = name
        self.status = status
        self.reason = reason
        self.refusesRequests = refusesRequests
    }
}
