import AlarmCore
import CoreMetrics
import Storage

/// The findings of the audit, and when the relay was blind.
///
/// - `reveille_check_status` by `check`: 0 for ok, 1 for degraded, 2 for failing;
/// - `reveille_audits_total` by `outcome`, `clean` or `findings`, and `reveille_last_audit_timestamp_seconds`;
/// - `reveille_overdue_wake_seconds` and `reveille_outbox_age_seconds`, the delay of the earliest wake, and of the
///   first delivery that may be sent; 0 where there is none;
/// - `reveille_expired_leases` and `reveille_pending_alarms`;
/// - `reveille_nodes`, the relays that live on the store, and `reveille_node_info` by `node`, 1 for this one;
/// - `reveille_blind_seconds_total` by `cause`, `reveille_clock_steps_total` by `direction`;
/// - `reveille_clock_offset_seconds`, how far the machine's clock is ahead of the store's; 0 where nodes go by their own;
/// - `reveille_heartbeats_total` by `outcome`, `answered` or `failed`.
struct AuditMetrics: Sendable {
    private let checks: [HealthCheck.Name: Meter]
    private let clean: Counter
    private let findings: Counter
    private let lastAudit: Meter
    private let overdueWake: Meter
    private let outboxAge: Meter
    private let expiredLeases: Meter
    private let pendingAlarms: Meter
    private let nodes: Meter
    private let node: NodeMeter
    private let blindness: [BlindInterval.Cause: FloatingPointCounter]
    private let clockOffset: Meter
    private let stepsForward: Counter
    private let stepsBack: Counter
    private let heartbeatsAnswered: Counter
    private let heartbeatsFailed: Counter

    init(factory: any MetricsFactory) {
        func counter(_ label: String, _ dimensions: (String, String)...) -> Counter {
            Counter(label: label, dimensions: dimensions, factory: factory)
        }
        func meter(_ label: String, _ dimensions: (String, String)...) -> Meter {
            Meter(label: label, dimensions: dimensions, factory: factory)
        }
        var checks: [HealthCheck.Name: Meter] = [:]
        for name in HealthCheck.Name.allCases {
            checks[name] = meter("reveille_check_status", ("check", name.rawValue))
        }
        self.checks = checks
        clean = counter("reveille_audits_total", ("outcome", "clean"))
        findings = counter("reveille_audits_total", ("outcome", "findings"))
        lastAudit = meter("reveille_last_audit_timestamp_seconds")
        overdueWake = meter("reveille_overdue_wake_seconds")
        outboxAge = meter("reveille_outbox_age_seconds")
        expiredLeases = meter("reveille_expired_leases")
        pendingAlarms = meter("reveille_pending_alarms")
        nodes = meter("reveille_nodes")
        node = NodeMeter(factory: factory)
        var blindness: [BlindInterval.Cause: FloatingPointCounter] = [:]
        for cause in BlindInterval.Cause.allCases {
            blindness[cause] = FloatingPointCounter(
                label: "reveille_blind_seconds_total",
                dimensions: [("cause", cause.rawValue)],
                factory: factory
            )
        }
        self.blindness = blindness
        clockOffset = meter("reveille_clock_offset_seconds")
        stepsForward = counter("reveille_clock_steps_total", ("direction", "forward"))
        stepsBack = counter("reveille_clock_steps_total", ("direction", "back"))
        heartbeatsAnswered = counter("reveille_heartbeats_total", ("outcome", "answered"))
        heartbeatsFailed = counter("reveille_heartbeats_total", ("outcome", "failed"))
    }

    func record(_ report: AuditReport) {
        for check in report.checks { checks[check.name]?.set(check.status.rank) }
        (report.isClean ? clean : findings).increment()
        lastAudit.set(Double(report.at.milliseconds) / 1000)
        nodes.set(report.cluster?.nodes.count ?? 1)
        if let backlog = report.backlog {
            overdueWake.set(Double(backlog.overdueWake.milliseconds) / 1000)
            outboxAge.set(Double(backlog.outboxAge.milliseconds) / 1000)
            expiredLeases.set(backlog.expiredLeases)
        }
    }

    /// Records under which identifier the node lives.
    func set(_ id: NodeID) {
        node.set(id)
    }

    func set(pendingAlarms count: Int) {
        pendingAlarms.set(count)
    }

    func set(clockOffset offset: Span) {
        clockOffset.set(Double(offset.milliseconds) / 1000)
    }

    func record(_ interval: BlindInterval) {
        blindness[interval.cause]?.increment(by: Double(interval.absence.length.milliseconds) / 1000)
        switch interval.cause {
        case .clockForward: stepsForward.increment()
        case .clockBack: stepsBack.increment()
        case .stopped, .ended, .suspended, .stalled, .storage, .restored: break
        }
    }

    func countHeartbeat(answered: Bool) {
        (answered ? heartbeatsAnswered : heartbeatsFailed).increment()
    }
}

extension Engine {
    /// Counts a request to the dead man's switch.
    package func countHeartbeat(answered: Bool) {
        metrics.audit.countHeartbeat(answered: answered)
    }
}
