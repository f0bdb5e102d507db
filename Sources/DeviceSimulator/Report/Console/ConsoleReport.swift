import AlarmCore

/// Runs as a person reads them in a terminal: what happened, what was judged, and how it ended.
///
/// A pure function of the records. Nothing that a record holds can steer the terminal: see `asForeign`.
package struct ConsoleReport: Sendable {
    /// The widest column of lanes; a longer name is cut.
    private static let widestLane = 20

    private let style: ConsoleStyle

    /// Makes reports with or without colour; whether a terminal wants it is the caller's to know.
    package init(isColoured: Bool = false) {
        style = ConsoleStyle(isColoured: isColoured)
    }

    /// Every run and, if there are several or one failed, the summary; ends with a line break.
    package func text(of records: [RunRecord]) -> String {
        records.map { text(of: $0) + "\n" }.joined() + summary(of: records)
    }

    /// One run: its title, its timeline and its verdicts; ends with a line break.
    package func text(of record: RunRecord) -> String {
        var lines = [style.strong("\(record.name.asForeign): \(record.title.asForeign)"), ""]
        lines += timeline(of: record).map { "  " + $0 }
        if !record.verdicts.isEmpty { lines.append("") }
        for verdict in record.verdicts { lines += self.lines(for: verdict, of: record) }
        if let failure = record.failure {
            lines += ["", "  \(style.bad("✗ broke off")): \(failure.asForeign)"]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The figures of all runs, and the failed ones by name; ends with a line break.
    package func summary(of records: [RunRecord]) -> String {
        let summary = RunSummary(records)
        var lines = records.filter { !$0.hasPassed }.map { "\(style.bad("✗")) \($0.name.asForeign)" }
        let runs = summary.runs == summary.passedRuns ? style.good(summary.runsText) : style.bad(summary.runsText)
        lines.append("\(runs); \(summary.verdictsText); \(summary.timeText)")
        return lines.joined(separator: "\n") + "\n"
    }

    /// The timeline, a line for each entry: its time from the first alarm's due second, its lane, and what happened.
    func timeline(of record: RunRecord) -> [String] {
        let showsTenths = record.entries.contains { ($0.at - record.origin).milliseconds % 1000 != 0 }
        let times = record.entries.map { RelativeTime.clock($0.at - record.origin, showsTenths: showsTenths) }
        let timeWidth = times.map(\.count).max() ?? 0
        let laneWidth = min(record.entries.map { $0.lane.name.asForeign.columns }.max() ?? 0, Self.widestLane)
        return zip(record.entries, times).map { entry, time in
            let time = String(repeating: " ", count: timeWidth - time.count) + time
            let lane = entry.lane.name.asForeign.fitted(to: laneWidth)
            return "\(style.faint(time))  \(style.lane(lane, entry.lane))  \(entry.text.asForeign)"
        }
    }

    private func lines(for verdict: RunRecord.Verdict, of record: RunRecord) -> [String] {
        let mark = verdict.isMet ? style.good("✓") : style.bad("✗")
        let place = style.faint(record.place(of: verdict).asForeign)
        let first = "  \(mark) \(verdict.expectation.asForeign)  \(place)"
        return verdict.explanation.isEmpty ? [first] : [first, "      \(verdict.explanation.asForeign)"]
    }
}
