package import AlarmCore
import Synchronization

/// When devices were heard that ring by themselves only while they are there: pages in browsers, which may be closed at
/// any moment.
///
/// Kept in memory alone: after a restart such a device has to be heard again, and until then it is pushed. The nodes of a
/// shared store tell one another; a device of which a node has not been told is pushed, which is a ring too many at worst.
package final class DevicePresence: Sendable {
    /// How long a device counts as there after it was heard: 60 s.
    package static let memory = Span.seconds(60)
    /// How long the other nodes are not told again that a device was heard: 15 s, so that they know it for at least 45 s.
    private static let silence = Span.seconds(15)
    /// The number of devices from which on those are forgotten that have not been heard lately.
    private static let capacity = 10_000

    private struct Sign {
        var heardAt: Instant
        /// When other nodes were last told.
        var toldAt: Instant?
    }

    private struct State {
        var signs: [DeviceID: Sign] = [:]
        var capacity = DevicePresence.capacity

        mutating func set(_ sign: Sign, of device: DeviceID, at now: Instant) {
            signs[device] = sign
            guard signs.count > capacity else { return }
            signs = signs.filter { isRecent($0.value.heardAt, at: now, within: DevicePresence.memory) }
            capacity = max(2 * signs.count, DevicePresence.capacity)
        }
    }

    private let state = Mutex(State())

    /// Notes that a device sent a request at `now`.
    ///
    /// - Returns: whether it is time to tell other nodes, which from then on counts as done.
    @discardableResult
    package func note(_ device: Device, at now: Instant) -> Bool {
        guard !device.platform.staysArmed else { return false }
        return state.withLock { state in
            let toldAt = state.signs[device.id]?.toldAt
            let isTold = toldAt.map { isRecent($0, at: now, within: Self.silence) } ?? false
            state.set(Sign(heardAt: now, toldAt: isTold ? toldAt : now), of: device.id, at: now)
            return !isTold
        }
    }

    /// Notes at `now` that another node heard a device at an instant, which its clock may put a little later.
    func note(_ device: DeviceID, heardAt instant: Instant, at now: Instant) {
        let instant = min(instant, now)
        state.withLock { state in
            let known = state.signs[device]
            if let known, known.heardAt >= instant, known.heardAt <= now { return }
            state.set(Sign(heardAt: instant, toldAt: known?.toldAt), of: device, at: now)
        }
    }

    /// Whether a device rings at `now` what it has armed.
    package func ringsByItself(_ device: Device, at now: Instant) -> Bool {
        device.platform.staysArmed
            || state.withLock { state in
                state.signs[device.id].map { isRecent($0.heardAt, at: now, within: Self.memory) } ?? false
            }
    }
}

/// Whether an instant lies less than `span` before `now`; a future one dates from before the clock was set back.
private func isRecent(_ instant: Instant, at now: Instant, within span: Span) -> Bool {
    instant <= now && now - instant < span
}
