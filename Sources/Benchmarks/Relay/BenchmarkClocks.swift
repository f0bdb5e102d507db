import AlarmCore
import Engine

/// The machine's clock, set forward, so that alarms of a later year come due.
struct ShiftedClock: RelayClock {
    private let machine = SystemClock()
    private let shift: Span

    /// A clock that shows `instant` at this moment.
    init(showing instant: Instant) {
        shift = instant - machine.now()
    }

    func now() -> Instant { machine.now() + shift }

    func sleep(until instant: Instant) async throws { try await machine.sleep(until: instant - shift) }

    func pause(for span: Span) async throws { try await machine.pause(for: span) }

    func uptime() -> Span { machine.uptime() }
}
