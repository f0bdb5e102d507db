import AlarmCore

/// A computer's clock: true time with an offset and a drift.
struct WallClock {
    /// True time from which the drift counts.
    private var origin: Instant
    private var offset = Span.zero
    /// Drift in parts per million; negative for a slow clock.
    private(set) var drift: Int64
    /// How far drift takes the clock at most, as time synchronisation holds it there; nil for a clock that is left alone.
    private let bound: Span?

    init(origin: Instant, drift: Int64, bound: Span? = nil) {
        self.origin = origin
        self.drift = drift
        self.bound = bound
    }

    /// Returns the clock's reading at a true time.
    func reading(at truth: Instant) -> Instant {
        let run = (truth - origin).milliseconds
        let drifted = Span.milliseconds(run * drift / 1_000_000)
        return truth + offset + (bound.map { min(max(drifted, -$0), $0) } ?? drifted)
    }

    /// Returns a true time, not before `now`, at which the clock shows at least `reading`, unless it is set meanwhile.
    func truth(of reading: Instant, from now: Instant) -> Instant {
        let rest = (reading - self.reading(at: now)).milliseconds
        guard rest > 0 else { return now }
        return now + .milliseconds(rest + (drift < 0 ? rest * -drift / 1_000_000 + 2 : 0))
    }

    /// Moves the clock by `span`.
    mutating func step(by span: Span) {
        offset = offset + span
    }

    /// Corrects the clock as time synchronisation does, and removes its drift.
    mutating func correct(at truth: Instant) {
        origin = truth
        offset = .zero
        drift = 0
    }
}
