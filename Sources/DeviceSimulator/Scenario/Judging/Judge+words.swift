import AlarmCore

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
