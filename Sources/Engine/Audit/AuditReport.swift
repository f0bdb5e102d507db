package import AlarmCore

/// What one look at the relay found.
package struct AuditReport: Hashable, Sendable {
    /// What waits for longer than it should.
    package struct Backlog: Hashable, Sendable {
        /// By how much the earliest wake is overdue.
        package var overdueWake: Span
        /// By how much the first delivery that may be sent is overdue.
        package var outboxAge: Span
        /// Deliveries whose senders have not come back in time.
        package var expiredLeases: Int

        package init(overdueWake: Span, outboxAge: Span, expiredLeases: Int) {
            self.overdueWake = overdueWake
            self.outboxAge = outboxAge
            self.expiredLeases = expiredLeases
        }
    }

    /// When it was made.
    package var at: Instant
    /// Every check, in the order of ``Check/Name``.
    package var checks: [Check]
    /// What waits; nil where the store could not be read.
    package var backlog: Backlog?

    package init(at: Instant, checks: [Check], backlog: Backlog?) {
        self.at = at
        self.checks = checks
        self.backlog = backlog
    }

    /// Whether every alarm can be expected to ring.
    package var isClean: Bool { status != .failing }

    /// The worst of all checks.
    package var status: Check.Status { checks.map(\.status).max() ?? .ok }

    /// Whether requests should go elsewhere.
    package var refusesRequests: Bool { checks.contains(where: \.refusesRequests) }
}
