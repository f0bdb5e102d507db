import AlarmCore

extension Judge {
    /// The rule of every run: no handoff sounds, and nothing rings before its time.
    static let noiseRule = "no handoff makes a noise, and no ring starts before its alarm is due"

    /// The failed verdict on a run that breaks the rule; nil for one that keeps it.
    ///
    /// Warnings and countdowns are notices: they are early by design.
    package func verdictOnNoise() -> RunRecord.Verdict? {
        let early = record.entries.filter { entry in
            guard entry.kind == .ring, let due = entry.due else { return false }
            return entry.at < due
        }
        guard !early.isEmpty else { return nil }
        return RunRecord.Verdict(
            expectation: Self.noiseRule,
            line: 1,
            isMet: false,
            explanation: "seen: \(seen(early))"
        )
    }
}
