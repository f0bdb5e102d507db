package import AlarmCore
import Synchronization

/// When devices were heard that ring by themselves only while they are there: pages in browsers, which may be closed at
/// any moment.
///
/// Kept in memory alone: after a restart such a device has to be heard again, and until then it is pushed.
package final class DevicePresence: Sendable {
    /// How long a device counts as there after it was heard: 60 s.
    package static let memory = Span.seconds(60)
    /// The number of devices from which on those are forgotten that have not been heard lately.
    private static let capacity = 10_000

    private struct State {
        var heard: [DeviceID: Instant] = [:]
        var capacity = DevicePresence.capacity
    }

    private let state = Mutex(State())

    /// Notes that a device sent a request at `now`.
    package func note(_ device: Device, at now: Instant) {
        guard !device.platform.staysArmed else { return }
        state.withLock { state in
            state.heard[device.id] = now
            guard state.heard.count > state.capacity else { return }
            state.heard = state.heard.filter { Self.isRecent($0.value, at: now) }
            state.capacity = max(2 * state.heard.count, Self.capacity)
        }
    }

    /// Whether a device rings at `now` what it has armed.
    package func ringsByItself(_ device: Device, at now: Instant) -> Bool {
        device.platform.staysArmed
            || state.withLock { state in state.heard[device.id].map { Self.isRecent($0, at: now) } ?? false }
    }

    /// A future instant dates from before the clock was set back.
    private static func isRecent(_ instant: Instant, at now: Instant) -> Bool {
        instant <= now && now - instant < memory
    }
}
