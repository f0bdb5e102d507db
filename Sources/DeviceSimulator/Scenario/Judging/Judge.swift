import AlarmCore

/// Says of every expectation whether it was met, and what was seen: a pure function of what was recorded.
package struct Judge: Sendable {
    /// How many of the things that were seen an explanation names.
    static let mostSeen = 6

    let record: RunRecord
    let ids: [String: AlarmID]

    /// Judges `record`, whose own verdicts do not count.
    package init(_ record: RunRecord) {
        self.record = record
        self.ids = Dictionary(record.alarms.map { ($0.label, $0.id) }) { first, _ in first }
    }

    /// A verdict for every expectation, in order.
    package func verdicts(on expectations: [ScenarioExpectation]) -> [RunRecord.Verdict] {
        expectations.map { expectation in
            let (isMet, explanation) =
                switch expectation.claim {
                case .happens(let happening, let amount, let window): judge(happening, amount, window)
                case .holds(let alarm, let state, let moment): judge(alarm, is: state, at: moment)
                case .ends(let alarm, let state, let window): judge(alarm, ends: state, window)
                }
            return RunRecord.Verdict(
                expectation: expectation.text,
                line: expectation.line,
                isMet: isMet,
                explanation: explanation
            )
        }
    }

    private func judge(
        _ happening: Happening,
        _ amount: ScenarioExpectation.Amount,
        _ window: ScenarioExpectation.Window
    ) -> (Bool, String) {
        let alike = record.entries.filter { happening.matches($0, ids: ids) }
        let counted = alike.filter { window.contains($0.at) }
        guard !amount.allows(counted.count) else {
            return (true, counted.isEmpty ? "seen: nothing of the kind" : "seen: \(seen(counted))")
        }
        var explanation = "expected \(amount), seen \(counted.count)"
        if !counted.isEmpty { explanation += ": \(seen(counted))" }
        let elsewhere = alike.filter { !window.contains($0.at) }
        if !elsewhere.isEmpty { explanation += "; at other times: \(seen(elsewhere))" }
        if alike.isEmpty {
            let similar = record.entries.filter { $0.lane == happening.lane && $0.kind == happening.kind }
            explanation += similar.isEmpty ? "" : "; similar: \(seen(similar))"
        }
        return (false, explanation)
    }

    private func judge(_ alarm: String, is state: AlarmState, at moment: Instant) -> (Bool, String) {
        let states = states(of: alarm).filter { $0.at <= moment }
        guard let last = states.last else { return (false, "\(alarm) had no state yet at \(time(moment))") }
        return (last.state == state.rawValue, "it was \(last.state ?? "in no state") since \(time(last.at))")
    }

    private func judge(_ alarm: String, ends state: AlarmState, _ window: ScenarioExpectation.Window) -> (Bool, String)
    {
        guard let last = states(of: alarm).last else { return (false, "\(alarm) never had a state") }
        let explanation = "it ended \(last.state ?? "in no state"), since \(time(last.at))"
        return (last.state == state.rawValue && window.contains(last.at), explanation)
    }

    private func states(of alarm: String) -> [Timeline.Entry] {
        let happening = Happening(lane: .relay, kind: .state, alarm: alarm)
        return record.entries.filter { happening.matches($0, ids: ids) }
    }
}

extension ScenarioExpectation.Amount: CustomStringConvertible {
    /// As in `at least 2`.
    package var description: String {
        switch self {
        case .exactly(0): "none"
        case .exactly(let count): "\(count)"
        case .atLeast(let count): "at least \(count)"
        case .atMost(let count): "at most \(count)"
        }
    }
}
