/// How soon the alarm path may commit again.
///
/// A commit costs the same for one alarm as for fifty, so that under load the alarm path's writes wait for each other:
/// what comes due within some milliseconds shares a commit. A few commits are free after a rest, by which a single
/// alarm is woken, leased and recorded without any wait.
struct CommitPace {
    /// The time between two commits under load.
    static let interval = Duration.milliseconds(12)
    /// The commits that need not wait after a rest.
    static let free = 4

    /// When the commits so far would have ended their intervals, one after another.
    private var busyUntil: ContinuousClock.Instant?

    /// Returns how long to wait before the next commit; counts one if that is no time.
    mutating func wait(at now: ContinuousClock.Instant) -> Duration {
        let start = max(busyUntil ?? now, now)
        let rest = (start - now) - Self.interval * (Self.free - 1)
        guard rest <= .zero else { return rest }
        busyUntil = start + Self.interval
        return .zero
    }
}
