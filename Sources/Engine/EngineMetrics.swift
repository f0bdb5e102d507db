import AlarmCore
package import CoreMetrics
import Storage

/// What the engine counts and measures, for whichever metrics backend the process has installed.
package struct EngineMetrics: Sendable {
    private let accepted: Counter
    private let deliveries: [String: Counter]
    private let silencesBegun: Counter
    private let silencesEnded: Counter
    private let wakeLateness: Timer
    private let outboxWait: Timer
    private let pendingWakes: Meter
    private let inFlight: Meter

    /// How a delivery ended, as a label.
    enum Outcome: String, CaseIterable {
        case accepted, retried, refused, tokenDead = "token-dead", superseded, expired
    }

    /// Makes the meters.
    ///
    /// - `reveille_alarms_accepted_total`;
    /// - `reveille_deliveries_total` by `stage` and `outcome`;
    /// - `reveille_device_silences_total` by `change`, `began` or `ended`: devices that take pushes and do not answer;
    /// - `reveille_wake_lateness`, from a wake's time to its transaction;
    /// - `reveille_outbox_wait`, from the time at which a delivery may be sent to its sending;
    /// - `reveille_horizon_wakes` and `reveille_deliveries_in_flight`, as they are now.
    package init(factory: any MetricsFactory = MetricsSystem.factory) {
        accepted = Counter(label: "reveille_alarms_accepted_total", factory: factory)
        var deliveries: [String: Counter] = [:]
        for stage in Stage.allCases {
            for outcome in Outcome.allCases {
                deliveries[Self.key(stage, outcome)] = Counter(
                    label: "reveille_deliveries_total",
                    dimensions: [("stage", stage.rawValue), ("outcome", outcome.rawValue)],
                    factory: factory
                )
            }
        }
        self.deliveries = deliveries
        let silences = "reveille_device_silences_total"
        silencesBegun = Counter(label: silences, dimensions: [("change", "began")], factory: factory)
        silencesEnded = Counter(label: silences, dimensions: [("change", "ended")], factory: factory)
        wakeLateness = Timer(label: "reveille_wake_lateness", factory: factory)
        outboxWait = Timer(label: "reveille_outbox_wait", factory: factory)
        pendingWakes = Meter(label: "reveille_horizon_wakes", factory: factory)
        inFlight = Meter(label: "reveille_deliveries_in_flight", factory: factory)
    }

    func countAccepted(_ count: Int) {
        if count > 0 { accepted.increment(by: count) }
    }

    func count(_ outcome: Outcome, of stage: Stage) {
        deliveries[Self.key(stage, outcome)]?.increment()
    }

    func countSilence(began: Bool) {
        (began ? silencesBegun : silencesEnded).increment()
    }

    func recordWakeLateness(_ span: Span) {
        wakeLateness.recordMilliseconds(max(span.milliseconds, 0))
    }

    func recordOutboxWait(_ span: Span) {
        outboxWait.recordMilliseconds(max(span.milliseconds, 0))
    }

    func set(pendingWakes count: Int) {
        pendingWakes.set(count)
    }

    func set(inFlight count: Int) {
        inFlight.set(count)
    }

    private static func key(_ stage: Stage, _ outcome: Outcome) -> String {
        "\(stage.rawValue)/\(outcome.rawValue)"
    }
}

extension DeliveryResult {
    /// How it counts.
    var metricsOutcome: EngineMetrics.Outcome {
        switch self {
        case .over(.superseded): .superseded
        case .over: .expired
        case .outcome(.accepted, _): .accepted
        case .outcome(.retry, _): .retried
        case .outcome(.tokenDead, _): .tokenDead
        case .outcome(.rejected, _): .refused
        }
    }
}
