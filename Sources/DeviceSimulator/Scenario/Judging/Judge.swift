import AlarmCore

/// Decides for every expectation whether it was met, and by what: a pure function of the record.
package struct Judge: Sendable {
    /// Maximum number of observations that an explanation names.
    static let mostSeen = 6

    let record: RunRecord
    let ids: [String: AlarmID]

    /// Creates a judge of `record`; verdicts that it already has are ignored.
    package init(_ record: RunRecord) {
        self.record = record
        self.ids = Dictionary(record.alarms.map { ($0.label, $0.id) }) { first, _ in first }
    }

    /// Returns a verdict for every expectation, in order.
    package func verdicts(on expectations: [ScenarioExpectation]) -> [RunRecord.Verdict] {
        expectations.map { expectation in
            let (isMet, explanation) =
                switch expectation.claim {
                case .happens(let matcher, let amount, let window): judge(matcher, amount, window)
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
        _ matcher: EntryMatcher,
        _ amount: ScenarioExpectation.Amount,
        _ window: ScenarioExpectation.Window
    ) -> (Bool, String) {
        let alike = record.entries.filter { matcher.matches($0, ids: ids) }
        let counted = alike.filter { window.contains($0.at) }
        guard !amount.allows(counted.count) else {
            return (true, counted.isEmpty ? "seen: nothing of the kind" : "seen: \(seen(counted))")
        }
        var explanation = "expected \(amount), seen \(counted.count)"
        if !counted.isEmpty { explanation += ": \(seen(counted))" }
        let elsewhere = alike.filter { !window.contains($0.at) }
        if !elsewhere.isEmpty { explanation += "; at other times: \(seen(elsewhere))" }
        if alike.isEmpty {
            let similar = record.entries.filter { $0.lane == matcher.lane && $0.kind == matcher.kind }
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
        let matcher = EntryMatcher(lane: .relay, kind: .state, alarm: alarm)
        return record.entries.filter { matcher.matches($0, ids: ids) }
    }
}

extension ScenarioExpectation.Amount: CustomStringConvertible {
    /// Wording of the amount, as in `at least 2`.
    package var description: String {
        switch self {
        case .exactly(0): "none"
        case .exactly(let count): "\(count)"
        case .atLeast(let count): "at least \(count)"
        case .atMost(let count): "at most \(count)"
        }
    }
}

extension Judge {
    /// The first few of `entries`, with their times, in words.
    func seen(_ entries: [Timeline.Entry]) -> String {
        let shown = entries.prefix(Self.mostSeen).map { "\(time($0.at)) \($0.text)" }
        let rest = entries.count - shown.count
        return shown.joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "")
    }

    /// An instant as the scenario writes it: since the start, and around the alarm that is nearest.
    func time(_ instant: Instant) -> String {
        let sinceStart = "\(instant - record.start)"
        func distance(_ track: RunRecord.AlarmTrack) -> Int64 {
            let span = instant - track.due
            return span < .zero ? (-span).milliseconds : span.milliseconds
        }
        guard let nearest = record.alarms.min(by: { distance($0) < distance($1) }) else { return sinceStart }
        let offset = instant - nearest.due
        if offset == .zero { return "\(sinceStart) (\(nearest.label))" }
        let sign = offset < .zero ? "-" : "+"
        return "\(sinceStart) (\(nearest.label) \(sign) \(offset < .zero ? -offset : offset))"
    }
}
