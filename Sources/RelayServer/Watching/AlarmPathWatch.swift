import AlarmCore
package import Engine

/// Judges by one audit after another whether alarms still come to ring, or only a restart would help.
///
/// It is more patient than the audit: after a long absence many alarms are overdue, and to restart a relay that works
/// through them would only hold it up. A gateway that takes no pushes does not count, since a restart mends none.
package struct AlarmPathWatch: Sendable {
    /// When the earliest wake was due at the last audit.
    private var earliest: Instant?

    package init() {}

    /// Whether the store takes what is written, and no wake is overdue that was the first already at the last audit.
    package mutating func isAlive(_ report: AuditReport) -> Bool {
        let failing = Set(report.checks.filter { $0.status == .failing }.map(\.name))
        guard let backlog = report.backlog, !failing.contains(.store) else { return false }
        let due = report.at + -backlog.overdueWake
        defer { earliest = due }
        return !failing.contains(.scheduler) || due != earliest
    }
}
