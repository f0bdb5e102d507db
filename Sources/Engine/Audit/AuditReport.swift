package import AlarmCore
package import Storage

/// The findings of one audit.
package struct AuditReport: Hashable, Sendable {
    /// Work that is overdue.
    package struct Backlog: Hashable, Sendable {
        /// The delay of the earliest wake.
        package var overdueWake: Span
        /// The delay of the first delivery that may be sent.
        package var outboxAge: Span
        /// The number of deliveries whose leases have expired.
        package var expiredLeases: Int

        package init(overdueWake: Span, outboxAge: Span, expiredLeases: Int) {
            self.overdueWake = overdueWake
            self.outboxAge = outboxAge
            self.expiredLeases = expiredLeases
        }
    }

    /// The relays that share the store.
    package struct Cluster: Hashable, Sendable {
        /// The node that was examined.
        package var node: NodeID
        /// The nodes that live, in order of their identifiers.
        package var nodes: [RelayNode]
        /// The time by the store's own clock; nil where it has none.
        package var storeTime: Instant?

        package init(node: NodeID, nodes: [RelayNode], storeTime: Instant?) {
            self.node = node
            self.nodes = nodes
            self.storeTime = storeTime
        }
    }

    /// The time of the audit.
    package var at: Instant
    /// Every check, in the order of ``HealthCheck/Name``.
    package var checks: [HealthCheck]
    /// The overdue work; nil where the store could not be read.
    package var backlog: Backlog?
    /// The troubles that keep deliveries from getting through, the longest first.
    package var troubles: [ChannelTrouble]
    /// The relays on the store; nil for a store that only one relay can have, or that could not be read.
    package var cluster: Cluster?

    package init(
        at: Instant,
        checks: [HealthCheck],
        backlog: Backlog?,
        troubles: [ChannelTrouble] = [],
        cluster: Cluster? = nil
    ) {
        self.at = at
        self.checks = checks
        self.backlog = backlog
        self.troubles = troubles
        self.cluster = cluster
    }

    /// Whether every alarm can be expected to ring.
    package var isClean: Bool { status != .failing }

    /// The worst status of all checks.
    package var status: HealthCheck.Status { checks.map(\.status).max() ?? .ok }

    /// Whether requests should go elsewhere.
    package var refusesRequests: Bool { checks.contains(where: \.refusesRequests) }
}
