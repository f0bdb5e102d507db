import AlarmCore
package import CoreMetrics
import Delivery
import Storage

/// The counts and measurements of the engine, for the metrics backend of the process.
///
/// Every meter is created once: an event costs a look-up and an addition, and no text. The names carry Prometheus'
/// units.
package struct EngineMetrics: Sendable {
    private let accepted: Counter
    private let deliveries: [Stage: [Outcome: Counter]]
    private let lateness: [Stage: Timer]
    private let silencesBegun: Counter
    private let silencesEnded: Counter
    private let wakeLateness: Timer
    private let outboxWait: Timer
    private let horizon: Meter
    private let inFlight: Meter
    private let listeners: Meter
    /// The counts by channel and origin.
    let channels: ChannelMetrics
    /// The findings of the audit.
    let audit: AuditMetrics
    /// The cost of the store's commits.
    package let commits: CommitMetrics

    /// The end of a delivery, as a label.
    enum Outcome: String, CaseIterable {
        case accepted, retried, refused, tokenDead = "token-dead", superseded, expired
    }

    /// Creates the meters.
    ///
    /// - `reveille_alarms_accepted_total`;
    /// - `reveille_deliveries_total` by `stage` and `outcome`;
    /// - `reveille_device_silences_total` by `change`, `began` or `ended`: devices that take pushes and do not answer;
    /// - `reveille_wake_lateness_seconds`, from a wake's time to its transaction;
    /// - `reveille_delivery_lateness_seconds` by `stage`, from the time of a step to its first push;
    /// - `reveille_outbox_wait_seconds`, from the time at which a delivery may be sent to its sending;
    /// - `reveille_horizon_wakes`, `reveille_deliveries_in_flight` and `reveille_event_listeners`, as they are now;
    /// - those of `ChannelMetrics`, `AuditMetrics` and ``CommitMetrics``.
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
        silencesBegun = counter("reveille_device_silences_total", ("change", "began"))
        silencesEnded = counter("reveille_device_silences_total", ("change", "ended"))
        wakeLateness = timer("reveille_wake_lateness_seconds")
        outboxWait = timer("reveille_outbox_wait_seconds")
        horizon = Meter(label: "reveille_horizon_wakes", factory: factory)
        inFlight = Meter(label: "reveille_deliveries_in_flight", factory: factory)
        listeners = Meter(label: "reveille_event_listeners", factory: factory)
        channels = ChannelMetrics(factory: factory)
        audit = AuditMetrics(factory: factory)
        commits = CommitMetrics(factory: factory)
    }

    func countAccepted(_ count: Int) {
        if count > 0 { accepted.increment(by: count) }
    }

    func count(_ result: DeliveryResult, of stage: Stage, over origin: ChannelOrigin?) {
        guard let outcome = result.metricsOutcome else { return }
        deliveries[stage]?[outcome]?.increment()
        guard let origin, stage != .inquiry else { return }
        channels.count(outcome, to: origin)
        if case .outcome(.retry(_, let reason, _), _) = result {
            channels.countRetry(because: reason, by: origin.channel)
        }
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

    func recordPush(_ duration: Duration, to origin: ChannelOrigin) {
        channels.recordPush(duration, to: origin)
    }

    func set(horizon: Int, inFlight: Int, listeners: Int) {
        self.horizon.set(horizon)
        self.inFlight.set(inFlight)
        self.listeners.set(listeners)
    }
}

extension Engine {
    /// Sets the gauges that are only needed when metrics are read: wakes held, deliveries under way, and listeners.
    package func measure() {
        metrics.set(horizon: horizon.count, inFlight: inFlight.begunCount, listeners: events.count)
    }
}

extension DeliveryResult {
    /// The outcome for metrics; nil for a state that is not final.
    var metricsOutcome: EngineMetrics.Outcome? {
        switch self {
        case .unsent, .waiting: nil
        case .over(.superseded): .superseded
        case .over: .expired
        case .outcome(.accepted, _), .taken, .answered: .accepted
        case .lost, .unaddressed: .refused
        case .outcome(.retry, _): .retried
        case .outcome(.addressDead, _): .tokenDead
        case .outcome(.rejected, _): .refused
        }
    }
}

extension Duration {
    /// Whole nanoseconds, clamped to 64 bits.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? .max : product &+ attoseconds / 1_000_000_000
    }
}
