import AlarmCore
import Logging
import Storage

extension Engine {
    /// Gives a sign of life, and takes over from the nodes that have given none for too long; for a shared store.
    package func beat() async throws {
        let moment = node.moment
        let (id, taken) = try await write(by: .alarmPath) { tx in (try tx.renewNode(), try tx.takeOver()) }
        note(heartbeatAs: id, since: moment)
        tell(of: taken)
    }

    /// Leaves the store on purpose, so that the others need not find out; for a shared store, once nothing is sent.
    package func leave() async {
        do {
            _ = try await write { try $0.transaction.remove($0.engine.node.id) }
        } catch {
            logger.warning("the node could not leave; the others take it for dead", metadata: ["error": "\(error)"])
        }
    }

    /// Records that a heartbeat was stored, under another identifier where the others took this node for dead.
    func note(heartbeatAs id: NodeID, since moment: NodeMembership.Moment) {
        let isNew = node.note(heartbeatAs: id, since: moment)
        metrics.audit.set(node.id)
        guard isNew else { return }
        logger.warning("the others took this node for dead", metadata: ["node": "\(id.leaseHolder)"])
    }

    /// Reports a take-over, and has what was leased sent at once.
    func tell(of taken: TakeOver) {
        guard taken.nodes > 0 else { return }
        logger.notice(
            "took over from nodes that gave no sign of life",
            metadata: ["nodes": "\(taken.nodes)", "deliveries": "\(taken.leases)"]
        )
        if taken.leases > 0 { dispatcherSignal.raise() }
    }
}
