import AlarmCore

/// A report of runs for a terminal: what happened, the verdicts, and the result.
///
/// A pure function of the records. Text from a record cannot control the terminal: see `asForeign`.
package struct ConsoleReport: Sendable {
    /// Maximum width of the column of lanes; longer names are cut.
    private static let widestLane = 20

    private let style: ConsoleStyle

    /// Creates a report with or without colour; the caller decides whether a terminal wants it.
    package init(isColoured: Bool = false) {
        style = ConsoleStyle(isColoured: isColoured)
    }

    /// Every run and, if there are several or one failed, the summary; ends with a line break.
    package func text(of records: [RunRecord]) -> String {
        records.map { text(of: $0) + "\n" }.joined() + summary(of: records)
    }

    /// Returns one run: its title, its timeline and its verdicts; ends with a line break.
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

    /// Returns the figures of all runs, and the names of the failed ones; ends with a line break.
    package func summary(of records: [RunRecord]) -> String {
        let summary = RunSummary(records)
        var lines = records.filter { !$0.hasPassed }.map { "\(style.bad("✗")) \($0.name.asForeign)" }
        let runs = summary.runs == summary.passedRuns ? style.good(summary.runsText) : style.bad(summary.runsText)
        lines.append("\(runs); \(summary.verdictsText); \(summary.timeText)")
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns the timeline, a line for each entry: its time from the first alarm's due time, its lane, and its text.
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

/// The colours of a report in a terminal, by the sixteen that every terminal has; none if not wanted.
struct ConsoleStyle: Sendable {
    let isColoured: Bool

    func strong(_ text: String) -> String { coded(1, text) }
    func faint(_ text: String) -> String { coded(2, text) }
    func good(_ text: String) -> String { coded(32, text) }
    func bad(_ text: String) -> String { coded(31, text) }

    func lane(_ text: String, _ lane: Timeline.Lane) -> String {
        switch lane {
        case .scenario: coded(90, text)
        case .relay: coded(36, text)
        case .gateway, .mail, .sms: coded(35, text)
        case .phone, .contact: coded(33, text)
        }
    }

    /// The text between a select-graphic-rendition sequence and its reset (ECMA-48).
    private func coded(_ code: Int, _ text: String) -> String {
        isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
