import AlarmCore
import Logging
import Storage

extension Engine {
    /// Reads the store's time, by which a ``StoreClock`` goes; nothing happens with another clock.
    package func readStoreTime() async throws {
        guard let clock = clock as? StoreClock else { return }
        // By itself, so that no other body has asked for the time earlier in the same transaction.
        let reading = try await read(by: .alarmPath) { snapshot in
            let before = clock.look
            return try snapshot.ownTime().map { (before: before, time: $0, after: clock.look) }
        }
        guard let reading else { return }
        let isFirst = clock.offset == nil
        let move = clock.note(reading.time, between: reading.before, and: reading.after)
        metrics.audit.set(clockOffset: clock.offset ?? .zero)
        guard !isFirst else { return }
        if move < -BlindnessDetector.smallestStep || move > BlindnessDetector.smallestStep {
            logger.warning(
                "the time of the database has jumped; alarms ring by it",
                metadata: ["milliseconds": "\(move.milliseconds)"]
            )
        }
        // The scheduler may sleep until a time that is further away now.
        if move < .zero { schedulerSignal.raise() }
    }

    /// Gives a sign of life, and takes over from the nodes that have given none for too long; for a shared store.
    package func beat() async throws {
        let moment = node.moment
        let (id, taken) = try await write(by: .alarmPath) { tx in (try tx.renewNode(), try tx.takeOver()) }
        note(heartbeatAs: id, since: moment)
        tell(of: taken)
        do {
            try await readStoreTime()
        } catch {
            // The heartbeat is stored, and the clock goes on as it did.
            logger.warning("the time of the database could not be read", metadata: ["error": "\(error)"])
        }
    }

    /// Leaves the store on purpose, so that the others need not find out; for a shared store, once nothing is sent.
    ///
    /// The last of all records that the relay stops: of nodes that are stopped together, none may have known before.
    package func leave() async {
        let sign = StoredHeartbeat(at: clock.now(), ending: .stopped)
        do {
            try await write { tx in
                _ = try tx.transaction.remove(tx.engine.node.id)
                guard try !tx.othersLive() else { return }
                try tx.transaction.setValue(sign.bytes, for: StoredHeartbeat.key)
            }
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
