import AlarmCore
import Synchronization

/// A wall clock that moves only when a test sets it.
final class TestClock: Sendable {
    private let time: Mutex<Instant>

    init(_ start: Instant = Instant(seconds: 1_767_225_600)) { time = Mutex(start) }

    var now: Instant { time.withLock { $0 } }

    func advance(by span: Span) { time.withLock { $0 = $0 + span } }
}
