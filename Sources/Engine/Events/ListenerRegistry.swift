import AlarmCore
import Storage
import Synchronization

/// What this node has stored of the devices that listen on it, so that it stores changes only.
final class ListenerRegistry: Sendable {
    /// How long the store keeps that a device listens: 1 h.
    static let lifetime = Span.hours(1)
    /// After this time it is stored anew: 20 min.
    private static let refresh = Span.minutes(20)

    /// Devices that began and ceased to listen since the last call, or whose row is due to be stored anew.
    struct Changes: Sendable {
        var added: [DeviceID] = []
        var removed: [DeviceID] = []

        var isEmpty: Bool { added.isEmpty && removed.isEmpty }
    }

    private struct State {
        /// The devices of which the store may say that they listen here.
        var stored: Set<DeviceID> = []
        /// The devices of which it does not say so yet.
        var missing: Set<DeviceID> = []
        /// The name under which it says so, and since when, by the uptime.
        var node: NodeID?
        var since = Span.zero
    }

    private let state = Mutex(State())

    /// The change that a device has begun to listen.
    func opening(_ device: DeviceID) -> Changes {
        state.withLock { state in
            state.stored.insert(device)
            return Changes(added: [device])
        }
    }

    /// Every change since the last one, with all that listen where the node has another name now or a while has passed.
    ///
    /// Who listens is asked for while no other change is drawn up: one that begins to meanwhile is not taken for gone.
    func changes(listening: () -> Set<DeviceID>, as node: NodeID, at uptime: Span) -> Changes {
        state.withLock { state in
            let listening = listening()
            if node != state.node || uptime + -state.since >= Self.refresh {
                (state.node, state.since, state.missing) = (node, uptime, listening)
            }
            let added = state.missing.intersection(listening)
            let removed = state.stored.subtracting(listening)
            state.missing = []
            state.stored = listening.intersection(state.stored.union(added))
            return Changes(added: added.sorted(), removed: removed.sorted())
        }
    }

    /// Takes changes back that could not be stored, so that they come again.
    func failed(_ changes: Changes) {
        state.withLock { state in
            state.missing.formUnion(changes.added)
            state.stored.formUnion(changes.removed)
        }
    }
}
