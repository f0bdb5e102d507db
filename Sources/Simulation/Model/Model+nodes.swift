import AlarmCore
import Engine
import Storage

/// Nodes that share a store: what a dead one had leased is taken over, and nothing of a living one.
extension Model {
    /// Notes who has given a sign of life in a transaction, and who has left.
    func noteHeartbeats(_ touched: TransactionChanges, by life: NodeProcess) {
        for name in touched.heartbeats { heartbeats[name] = NodeHeartbeat(life: life, at: world.now) }
        if let departed = touched.departed { heartbeats[departed] = nil }
    }

    /// Notes that a lease was taken over, and checks that its holder was dead: that its process has ended, or has given
    /// no sign of life for long, as while its machine slept or the store was out of its reach.
    func noteTakeOver(of before: DeliveryRow, _ commit: Commit) {
        guard let last = before.leaseHolder.flatMap({ heartbeats[$0] }) else { return }
        check(
            last.life.isOver || world.now - last.at > world.profile.nodeTiming.silence,
            "\(before.order.stage.rawValue) \(before.order.id) of \(named(commit.row.alarm.id)) was taken over from a "
                + "node that lives"
        )
        takenLeases[before.order.id, default: []].append(
            TakenLease(life: last.life, attempt: before.attempts, at: world.now)
        )
    }

    /// Checks that what a process that has ended had leased is taken over in time, where a calm process is there to do it.
    func checkTakeOver(of row: DeliveryRow, _ what: String, _ calm: NodeProcess) {
        guard world.nodes.count > 1, let holder = row.leaseHolder.flatMap({ heartbeats[$0]?.life }),
            let ended = holder.endedAt
        else { return }
        let timing = world.profile.nodeTiming
        let waiting = world.now - max(ended, calm.calmSince)
        check(
            waiting < timing.silence + timing.heartbeat + Self.patience,
            "\(what) is leased by a node that ended \(waiting.milliseconds) ms ago, and nobody takes it over"
        )
    }

    /// Checks, as a process records that the relay was away, that no other one was there.
    func checkAbsence(by life: NodeProcess) {
        let isAlone = heartbeats.values.allSatisfy { last in
            last.life === life || last.life.isOver || world.now - last.at > world.profile.nodeTiming.silence
        }
        check(isAlone, "node \(life.node) records that the relay was away, and another node lives")
    }

    /// Whether a lease was taken over while the delivery was under way, or its result was about to be recorded.
    func wasTakenOver(_ flight: SendAttempt) -> Bool {
        let end = flight.answeredAt.map(recordingEnd(after:)) ?? world.now
        return takenLeases[flight.id, default: []].contains { lease in
            lease.life === flight.life && lease.attempt == flight.attempt && flight.startedAt <= lease.at
                && lease.at <= end
        }
    }
}

/// A node's last sign of life.
struct NodeHeartbeat {
    let life: NodeProcess
    let at: Instant
}

/// A lease that was taken over.
struct TakenLease {
    let life: NodeProcess
    /// The holder's count of attempts under it.
    let attempt: Int
    let at: Instant
}
