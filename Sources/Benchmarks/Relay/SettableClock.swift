import AlarmCore
import Engine
import Synchronization

/// A clock that stands where it was put.
final class SettableClock: RelayClock {
    private let time: Mutex<Instant>

    init(showing instant: Instant) {
        time = Mutex(instant)
    }

    /// Puts it.
    func show(_ instant: Instant) {
        time.withLock { $0 = instant }
    }

    func now() -> Instant { time.withLock { $0 } }

    /// Nobody here sleeps by it.
    func sleep(until instant: Instant) async throws {
        while now() < instant { try await Task.sleep(for: .milliseconds(10)) }
    }
}
