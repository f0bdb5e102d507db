import AlarmCore
import Synchronization

/// Which of the devices that listen on this node have to be looked after: others may have tried to send to them in vain.
final class ListenerLookout: Sendable {
    private struct State {
        var wanted: Set<DeviceID> = []
        /// When all of them were last looked after, by the uptime.
        var last: Span?
        /// When it was last checked whose they are, by the uptime.
        var lastCheck: Span?
    }

    private let state = Mutex(State())

    /// Has a device looked after at once, as it has just begun to listen, or another node has something for it.
    func want(_ device: DeviceID) {
        state.withLock { _ = $0.wanted.insert(device) }
    }

    /// Has every device looked after at once.
    func wantAll() {
        state.withLock { $0.last = nil }
    }

    /// The devices to look after at `uptime`: all of the hub's once `interval` has passed, until then those wanted.
    func take(from hub: EventHub, at uptime: Span, every interval: Span) -> [DeviceID] {
        let (isDue, wanted) = state.withLock { state in
            let isDue = state.last.map { uptime + -$0 >= interval } ?? true
            if isDue { state.last = uptime }
            defer { state.wanted = [] }
            return (isDue, state.wanted)
        }
        return (isDue ? hub.devices : wanted.filter(hub.isListening)).sorted()
    }

    /// Whether it is time to check whose the listeners are, which from then on counts as done.
    func mayCheck(at uptime: Span, every interval: Span) -> Bool {
        state.withLock { state in
            guard state.lastCheck.map({ uptime + -$0 >= interval }) ?? true else { return false }
            state.lastCheck = uptime
            return true
        }
    }
}
