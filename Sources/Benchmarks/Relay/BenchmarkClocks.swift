import AlarmCore
import Engine
import Synchronization

/// A clock that shows a set time until it is set again.
final class SettableClock: RelayClock {
    private let time: Mutex<Instant>

    init(showing instant: Instant) {
        time = Mutex(instant)
    }

    /// Sets the clock.
    func show(_ instant: Instant) {
        time.withLock { $0 = instant }
    }

    func now() -> Instant { time.withLock { $0 } }

    /// Polls, because no benchmark sleeps by this clock.
    func sleep(until instant: Instant) async throws {
        while now() < instant { try await Task.sleep(for: .milliseconds(10)) }
    }
}

/// The machine's clock, set forward, so that alarms of a later year become due.
struct ShiftedClock: RelayClock {
    private let machine = SystemClock()
    private let shift: Span

    /// Creates a clock that shows `instant` now.
    init(showing instant: Instant) {
        shift = instant - machine.now()
    }

    func now() -> Instant { machine.now() + shift }

    func sleep(until instant: Instant) async throws { try await machine.sleep(until: instant - shift) }

    func pause(for span: Span) async throws { try await machine.pause(for: span) }

    func uptime() -> Span { machine.uptime() }
}
