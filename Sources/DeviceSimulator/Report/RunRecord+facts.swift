import AlarmCore

extension RunRecord {
    /// The moment from which a report counts: the first alarm's due second, or the start of a run without one.
    var origin: Instant { alarms.first?.due ?? start }

    /// How long it lasted in its own time.
    var duration: Span { end - start }

    /// How long it really took, in whole milliseconds; zero for what is no length of time.
    var elapsedMilliseconds: Int64 {
        let milliseconds = (elapsed * 1000).rounded()
        return milliseconds > 0 ? Int64(exactly: milliseconds) ?? 0 : 0
    }

    /// How many expectations were met.
    var metCount: Int { verdicts.count(where: \.isMet) }

    /// Where a verdict's expectation is written: `examples/scenarios/locked.yaml:14`.
    func place(of verdict: Verdict) -> String {
        file.map { "\($0):\(verdict.line)" } ?? "line \(verdict.line)"
    }
}
