import AlarmCore
package import Storage
import Synchronization

/// The engine's place among the nodes of its store: the identifier under which it leases, and whether it still may.
///
/// A node that was stopped for longer than ``NodeTiming/silence`` is dead to the others, which have taken over what it
/// had leased and deleted its row. When it finds that out it goes on under a new identifier: all that it leased under the
/// former one, and has not sent yet, is recognised as no longer its own, even where it has leased the same delivery again.
package final class NodeMembership: Sendable {
    /// A moment by both clocks, as the wall clock may be set, and the other one stands still while a machine sleeps.
    package struct Moment: Sendable {
        let wall: Instant
        let uptime: Span
    }

    private struct State {
        var id: NodeID?
        /// The identifier that follows if the present one is found deleted.
        var successor: NodeID?
        /// A moment shortly before the last heartbeat was stored; nil before the first one.
        var lastHeartbeat: Moment?
        /// A moment shortly before the first heartbeat after which none was late; nil before the first one.
        var steadySince: Moment?
    }

    /// The node's name for people.
    package let name: String
    /// Whether other nodes may run on the store.
    package let isShared: Bool
    package let timing: NodeTiming
    private let clock: any RelayClock
    private let random: RandomSource
    private let state: Mutex<State>

    init(
        id: NodeID?,
        name: String,
        isShared: Bool,
        timing: NodeTiming,
        clock: any RelayClock,
        random: RandomSource
    ) {
        self.name = name
        self.isShared = isShared
        self.timing = timing
        self.clock = clock
        self.random = random
        state = Mutex(State(id: id))
    }

    /// The present identifier; drawn when it is first asked for.
    package var id: NodeID {
        state.withLock { state in
            if let id = state.id { return id }
            let id = draw()
            state.id = id
            return id
        }
    }

    /// Whether the node has had a row.
    var isEnlisted: Bool { state.withLock { $0.lastHeartbeat != nil } }

    /// The identifier under which the node goes on if its row is gone; the same until it does.
    var successor: NodeID {
        state.withLock { state in
            if let id = state.successor { return id }
            let id = draw()
            state.successor = id
            return id
        }
    }

    /// The present moment, to be read before a heartbeat is stored.
    var moment: Moment { Moment(wall: clock.now(), uptime: clock.uptime()) }

    /// Records that a heartbeat was stored under `id`, no earlier than at `moment`.
    ///
    /// One under a former identifier, whose caller learns of it late, counts for nothing.
    ///
    /// - Returns: whether the identifier is another one than before.
    func note(heartbeatAs id: NodeID, since moment: Moment) -> Bool {
        state.withLock { state in
            let isNew = id == state.successor
            if isNew { (state.id, state.successor, state.lastHeartbeat) = (id, nil, nil) }
            guard id == state.id else { return false }
            if let last = state.lastHeartbeat, last.uptime > moment.uptime { return false }
            let isSteady = state.lastHeartbeat.map { age(of: $0, at: moment) <= timing.lateness } ?? false
            if !isSteady { state.steadySince = moment }
            state.lastHeartbeat = moment
            return isNew
        }
    }

    /// Whether a delivery that this node has leased is still its own, as far as it can know without asking the store.
    func holds(_ row: DeliveryRow) -> Bool {
        guard isShared else { return true }
        let (id, last) = state.withLock { ($0.id, $0.lastHeartbeat) }
        guard let id, let last, row.leaseHolder == id.leaseHolder else { return false }
        return age(of: last, at: moment) <= timing.trust
    }

    /// Whether this node's own heartbeats have come through for so long that the silence of another one is that one's.
    ///
    /// When a store was away, the first node to reach it again would otherwise take all the others for dead.
    var hasWatched: Bool {
        let (last, steadySince) = state.withLock { ($0.lastHeartbeat, $0.steadySince) }
        guard let last, let steadySince else { return false }
        let now = moment
        return age(of: last, at: now) <= timing.lateness && age(of: steadySince, at: now) >= timing.silence
    }

    /// The time since a moment, by the clock that shows more.
    private func age(of moment: Moment, at now: Moment) -> Span {
        max(now.wall - moment.wall, now.uptime + -moment.uptime)
    }

    private func draw() -> NodeID { random.draw { NodeID.random(using: &$0) } }
}
