import CoreMetrics

/// Counts connections, and requests by what became of them before they reached a route.
///
/// - `reveille_connections`, those that are open;
/// - `reveille_connections_closed_total` by `reason`, those that the relay closed before their time, and streams that it reset;
/// - `reveille_requests_total` by `caller`, `device` or `stranger`;
/// - `reveille_requests_at_once`, those that are worked on;
/// - `reveille_requests_turned_away_total` by `bound`: `device`, `address` or `relay`.
struct ConnectionMetrics: Sendable {
    private let open: Meter
    private let closed: [ConnectionRegistry.Reason: Counter]
    private let ofDevices: Counter
    private let ofStrangers: Counter
    private let atOnce: Meter
    private let turnedAway: [RequestBounds.Bound: Counter]

    init(factory: any MetricsFactory) {
        open = Meter(label: "reveille_connections", factory: factory)
        var closed: [ConnectionRegistry.Reason: Counter] = [:]
        for reason in ConnectionRegistry.Reason.allCases {
            let dimensions = [("reason", reason.rawValue)]
            closed[reason] = Counter(
                label: "reveille_connections_closed_total",
                dimensions: dimensions,
                factory: factory
            )
        }
        self.closed = closed
        ofDevices = Counter(label: "reveille_requests_total", dimensions: [("caller", "device")], factory: factory)
        ofStrangers = Counter(label: "reveille_requests_total", dimensions: [("caller", "stranger")], factory: factory)
        atOnce = Meter(label: "reveille_requests_at_once", factory: factory)
        var turnedAway: [RequestBounds.Bound: Counter] = [:]
        for bound in RequestBounds.Bound.allCases {
            let dimensions = [("bound", bound.rawValue)]
            turnedAway[bound] = Counter(
                label: "reveille_requests_turned_away_total",
                dimensions: dimensions,
                factory: factory
            )
        }
        self.turnedAway = turnedAway
    }

    func count(_ reason: ConnectionRegistry.Reason) {
        closed[reason]?.increment()
    }

    func count(_ bound: RequestBounds.Bound) {
        turnedAway[bound]?.increment()
    }

    func countRequest(ofDevice: Bool) {
        (ofDevice ? ofDevices : ofStrangers).increment()
    }

    func set(open count: Int) {
        open.set(count)
    }

    func set(requestsAtOnce count: Int) {
        atOnce.set(count)
    }
}
