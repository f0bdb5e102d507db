/// The result of checking one thing that the relay needs to work.
package struct HealthCheck: Hashable, Sendable {
    /// The subject of a check.
    package enum Name: String, CaseIterable, Hashable, Sendable {
        /// The store answers and accepts writes.
        case store
        /// Alarms are woken on time.
        case scheduler
        /// Deliveries that may be sent are sent.
        case outbox
        /// A push gateway accepts pushes.
        case gateway
        /// Letters and text messages to people without the app can be sent.
        case letters
        /// Time zone data is present and recent.
        case zones
        /// The wall clock is plausible.
        case clock
        /// The machine's clock agrees with that of the store, where nodes go by the store's.
        case clockOffset = "clock-offset"
        /// The links in letters and text messages lead to where their readers can open them.
        case links
        /// The relay is not shutting down.
        case shutdown
    }

    /// The status of a check.
    package enum Status: String, CaseIterable, Hashable, Sendable, Comparable {
        /// Everything is as it should be.
        case ok
        /// Alarms ring, but an operator should look.
        case degraded
        /// Alarms may not ring.
        case failing

        /// 0, 1 and 2, from best to worst.
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
    /// The problem and its remedy; nil where there is none.
    package var reason: String?
    /// Whether requests to this relay are pointless.
    package var refusesRequests: Bool

    package init(_ name: Name, _ status: Status = .ok, reason: String? = nil, refusesRequests: Bool = false) {
        self.name = name
        self.status = status
        self.reason = reason
        self.refusesRequests = refusesRequests
    }
}
