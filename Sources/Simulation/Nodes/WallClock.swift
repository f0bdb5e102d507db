import AlarmCore

/// A computer's clock: true time, set wrong and running fast or slow.
struct WallClock {
    /// Since when it runs fast or slow.
    private var origin: Instant
    private var offset = Span.zero
    /// Millionths by which it runs fast; negative for slow.
    private(set) var drift: Int64

    init(origin: Instant, drift: Int64) {
        self.origin = origin
        self.drift = drift
    }

    /// What it shows at a true time.
    func reading(at truth: Instant) -> Instant {
        let run = (truth - origin).milliseconds
        return truth + offset + .milliseconds(run * drift / 1_000_000)
    }

    /// A true time, not before `now`, at which it shows at least `reading` unless it is set before.
    func truth(of reading: Instant, from now: Instant) -> Instant {
        let rest = (reading - self.reading(at: now)).milliseconds
        guard rest > 0 else { return now }
        return now + .milliseconds(rest + (drift < 0 ? rest * -drift / 1_000_000 + 2 : 0))
    }

    /// Sets it by so much.
    mutating func step(by span: Span) {
        offset = offset + span
    }

    /// Sets it right, as time synchronisation does, and lets it run true from then on.
    mutating func correct(at truth: Instant) {
        origin = truth
        offset = .zero
        drift = 0
    }
}
