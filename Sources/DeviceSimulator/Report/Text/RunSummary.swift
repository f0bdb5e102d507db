import AlarmCore

/// The total figures of all runs.
struct RunSummary {
    let runs: Int
    let passedRuns: Int
    let verdicts: Int
    let metVerdicts: Int
    /// Total of the runs' own time.
    let duration: Span
    /// Total of the real durations, in milliseconds.
    let elapsed: Int64

    init(_ records: [RunRecord]) {
        runs = records.count
        passedRuns = records.count(where: \.hasPassed)
        verdicts = records.reduce(0) { $0 + $1.verdicts.count }
        metVerdicts = records.reduce(0) { $0 + $1.metCount }
        duration = records.reduce(.zero) { $0 + $1.duration }
        elapsed = records.reduce(0) { $0 &+ $1.elapsedMilliseconds }
    }

    /// `3 scenarios: 2 passed, 1 failed`.
    var runsText: String {
        let failed = runs - passedRuns
        return "\(Self.count(runs, "scenario")): \(passedRuns) passed" + (failed > 0 ? ", \(failed) failed" : "")
    }

    /// `14 expectations: 13 met, 1 not met`.
    var verdictsText: String {
        let unmet = verdicts - metVerdicts
        return "\(Self.count(verdicts, "expectation")): \(metVerdicts) met" + (unmet > 0 ? ", \(unmet) not met" : "")
    }

    /// `26 h 10 min of the scenarios' time, played in 4.2 s`.
    var timeText: String {
        "\(RelativeTime.length(duration)) of the scenarios' time, played in \(Self.seconds(elapsed)) s"
    }

    /// Milliseconds as seconds with a tenth.
    static func seconds(_ milliseconds: Int64) -> String {
        let tenths = milliseconds / 100
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
