import AlarmCore
package import CoreMetrics
import Delivery
import Storage

/// What the engine counts and measures, for whichever metrics backend the process has installed.
///
/// Every meter is made once: an event costs a look-up and an addition, and no text. The names carry Prometheus' units.
package struct EngineMetrics: Sendable {
    private let accepted: Counter
    private let deliveries: [Stage: [Outcome: Counter]]
    private let lateness: [Stage: Timer]
    private let retries: [String: Counter]
    private let otherRetries: Counter
    private let silencesBegun: Counter
    private let silencesEnded: Counter
    private let wakeLateness: Timer
    private let outboxWait: Timer
    private let pushDuration: Timer
    private let horizon: Meter
    private let inFlight: Meter
    private let listeners: Meter
    /// What the audit finds.
    let audit: AuditMetrics
    /// What the store's commits cost.
    package let commits: CommitMetrics

    /// How a delivery ended, as a label.
    enum Outcome: String, CaseIterable {
        case accepted, retried, refused, tokenDead = "token-dead", superseded, expired
    }

    /// Makes the meters.
    ///
    /// - `reveille_alarms_accepted_total`;
    /// - `reveille_deliveries_total` by `stage` and `outcome`, and `reveille_retries_total` by `reason`;
    /// - `reveille_device_silences_total` by `change`, `began` or `ended`: devices that take pushes and do not answer;
    /// - `reveille_wake_lateness_seconds`, from a wake's time to its transaction;
    /// - `reveille_delivery_lateness_seconds` by `stage`, from the time of a rung to the first push by it;
    /// - `reveille_outbox_wait_seconds`, from the time at which a delivery may be sent to its sending;
    /// - `reveille_push_duration_seconds`, from a push to the gateway's answer, or to its failure;
    /// - `reveille_horizon_wakes`, `reveille_deliveries_in_flight` and `reveille_event_listeners`, as they are now;
    /// - those of ``AuditMetrics`` and ``CommitMetrics``.
    package init(factory: any MetricsFactory = MetricsSystem.factory) {
        func counter(_ label: String, _ dimensions: (String, String)...) -> Counter {
            Counter(label: label, dimensions: dimensions, factory: factory)
        }
        func timer(_ label: String, _ dimensions: (String, String)...) -> Timer {
            Timer(label: label, dimensions: dimensions, factory: factory)
        }
        accepted = counter("reveille_alarms_accepted_total")
        var deliveries: [Stage: [Outcome: Counter]] = [:]
        var lateness: [Stage: Timer] = [:]
        for stage in Stage.allCases {
            lateness[stage] = timer("reveille_delivery_lateness_seconds", ("stage", stage.rawValue))
            for outcome in Outcome.allCases {
                deliveries[stage, default: [:]][outcome] =
                    counter("reveille_deliveries_total", ("stage", stage.rawValue), ("outcome", outcome.rawValue))
            }
        }
        self.deliveries = deliveries
        self.lateness = lateness
        var retries: [String: Counter] = [:]
        for reason in RetryReason.known { retries[reason] = counter("reveille_retries_total", ("reason", reason)) }
        self.retries = retries
        otherRetries = counter("reveille_retries_total", ("reason", RetryReason.other))
        silencesBegun = counter("reveille_device_silences_total", ("change", "began"))
        silencesEnded = counter("reveille_device_silences_total", ("change", "ended"))
        wakeLateness = timer("reveille_wake_lateness_seconds")
        outboxWait = timer("reveille_outbox_wait_seconds")
        pushDuration = timer("reveille_push_duration_seconds")
        horizon = Meter(label: "reveille_horizon_wakes", factory: factory)
        inFlight = Meter(label: "reveille_deliveries_in_flight", factory: factory)
        listeners = Meter(label: "reveille_event_listeners", factory: factory)
        audit = AuditMetrics(factory: factory)
        commits = CommitMetrics(factory: factory)
    }

    func countAccepted(_ count: Int) {
        if count > 0 { accepted.increment(by: count) }
    }

    func count(_ result: DeliveryResult, of stage: Stage) {
        guard let outcome = result.metricsOutcome else { return }
        deliveries[stage]?[outcome]?.increment()
        if case .outcome(.retry(_, let reason, _), _) = result, stage != .inquiry { countRetry(because: reason) }
    }

    private func countRetry(because reason: String) {
        (retries[RetryReason.label(of: reason)] ?? otherRetries).increment()
    }

    func countSilence(began: Bool) {
        (began ? silencesBegun : silencesEnded).increment()
    }

    func recordWakeLateness(_ span: Span) {
        wakeLateness.recordMilliseconds(max(span.milliseconds, 0))
    }

    func recordLateness(_ span: Span, of stage: Stage) {
        lateness[stage]?.recordMilliseconds(max(span.milliseconds, 0))
    }

    func recordOutboxWait(_ span: Span) {
        outboxWait.recordMilliseconds(max(span.milliseconds, 0))
    }

    func recordPush(_ duration: Duration) {
        pushDuration.recordNanoseconds(duration.nanoseconds)
    }

    func set(horizon: Int, inFlight: Int, listeners: Int) {
        self.horizon.set(horizon)
        self.inFlight.set(inFlight)
        self.listeners.set(listeners)
    }
}

extension Engine {
    /// Sets what is only worth knowing when somebody asks: what waits in memory, what is under way, and who listens.
    package func measure() {
        metrics.set(horizon: horizon.count, inFlight: inFlight.begunCount, listeners: events.count)
    }
}

extension DeliveryResult {
    /// How it counts; nil for what has not come to an end.
    var metricsOutcome: EngineMetrics.Outcome? {
        switch self {
        case .unsent: nil
        case .over(.superseded): .superseded
        case .over: .expired
        case .outcome(.accepted, _), .taken: .accepted
        case .lost: .refused
        case .outcome(.retry, _): .retried
        case .outcome(.tokenDead, _): .tokenDead
        case .outcome(.rejected, _): .refused
        }
    }
}

extension Duration {
    /// Whole nanoseconds, as far as 64 bits go.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? .max : product &+ attoseconds / 1_000_000_000
    }
}
