import AlarmWire
package import CoreMetrics

/// Counts responses with a problem: `reveille_problems_total` by `type`.
package struct ProblemMetrics: Sendable {
    private let counters: [ProblemKind: Counter]

    package init(factory: any MetricsFactory) {
        var counters: [ProblemKind: Counter] = [:]
        for kind in ProblemKind.allCases {
            let dimensions = [("type", kind.rawValue)]
            counters[kind] = Counter(label: "reveille_problems_total", dimensions: dimensions, factory: factory)
        }
        self.counters = counters
    }

    func count(_ kind: ProblemKind) {
        counters[kind]?.increment()
    }
}
