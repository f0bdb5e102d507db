import CoreMetrics
import Storage
import Synchronization

/// The metric that names this node: 1 for the identifier that it has at present, and nothing of former ones.
final class NodeMeter: Sendable {
    private let factory: any MetricsFactory
    private let present = Mutex<(node: NodeID, meter: Meter)?>(nil)

    init(factory: any MetricsFactory) {
        self.factory = factory
    }

    func set(_ node: NodeID) {
        present.withLock { present in
            guard present?.node != node else { return }
            present?.meter.destroy()
            let meter = Meter(
                label: "reveille_node_info",
                dimensions: [("node", node.shortName)],
                factory: factory
            )
            meter.set(1)
            present = (node, meter)
        }
    }
}
