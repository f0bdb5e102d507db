import AlarmCore
import Engine

/// A clock that keeps pace with the computer's, or runs several times as fast to make waiting cheap.
struct PacedClock: RelayClock {
    private let start: Instant
    private let origin = ContinuousClock.now
    private let factor: Int64

    /// Starts a clock at `start` that runs `factor` times as fast as the computer's.
    init(at start: Instant, factor: Int64 = 1) {
        self.start = start
        self.factor = max(1, factor)
    }

    func now() -> Instant {
        let (seconds, attoseconds) = (ContinuousClock.now - origin).components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        return start + .milliseconds(microseconds * factor / 1000)
    }

    func sleep(until instant: Instant) async throws {
        while case let rest = instant - now(), rest > .zero {
            try await Task.sleep(for: .microseconds(rest.milliseconds * 1000 / factor + 1), tolerance: .zero)
        }
    }
}
