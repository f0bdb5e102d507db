import AlarmCore

/// Selects the entries of a run that concern one alarm.
enum ChartEntries {
    /// Longest time between the request for an alarm and its first state.
    private static let longestRequest = Span.minutes(1)

    /// Returns all entries about the alarm and its participants meanwhile, causes before their effects.
    static func all(about alarm: RunRecord.AlarmTrack, in record: RunRecord) -> [Timeline.Entry] {
        let own = record.entries.filter { $0.alarm == alarm.id }.map(\.at)
        let (first, last) = (min(own.min() ?? alarm.due, alarm.due), max(own.max() ?? alarm.due, alarm.due))
        let request = self.request(for: alarm, in: record, before: own.min() ?? alarm.due)
        let others = record.alarms.map(\.label).filter { $0 != alarm.label }
        let people = [alarm.sender] + alarm.receivers
        let entries = record.entries.indices.filter { index in
            let entry = record.entries[index]
            if let owner = entry.alarm { return owner == alarm.id }
            if let request, index <= request { return index == request }
            guard (first...last).contains(entry.at) else { return false }
            if entry.kind == .request, others.contains(where: entry.names), !entry.names(alarm.label) { return false }
            if case .phone(let name) = entry.lane { return people.contains(name) }
            return true
        }
        return ordered(entries.map { record.entries[$0] })
    }

    /// Returns the index of the request that made the alarm, which had no identifier yet.
    private static func request(
        for alarm: RunRecord.AlarmTrack,
        in record: RunRecord,
        before own: Instant
    ) -> Int? {
        let candidates = record.entries.indices.filter { index in
            let entry = record.entries[index]
            return entry.kind == .request && entry.alarm == nil && entry.lane == .phone(alarm.sender)
                && entry.at <= own && entry.at + longestRequest >= own
        }
        return candidates.last { record.entries[$0].names(alarm.label) } ?? candidates.last
    }

    /// Moves the relay's states behind the entries that caused them.
    ///
    /// The relay is asked for an alarm's state once everything else of an instant has happened, so states are noted
    /// last.
    private static func ordered(_ entries: [Timeline.Entry]) -> [Timeline.Entry] {
        var ordered: [Timeline.Entry] = []
        var start = 0
        for entry in entries {
            if ordered.last?.at != entry.at { start = ordered.count }
            guard entry.kind == .state, entry.lane == .relay else {
                ordered.append(entry)
                continue
            }
            let causes: Set<Timeline.Kind> = [.request, .arming, .answer, .change, .state]
            let cause = ordered[start...].lastIndex { causes.contains($0.kind) }
            ordered.insert(entry, at: cause.map { $0 + 1 } ?? start)
        }
        return ordered
    }
}

extension Timeline.Entry {
    /// Whether `label` is one of the words of the entry's text.
    fileprivate func names(_ label: String) -> Bool {
        text.split { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "_" }.contains { $0 == label }
    }
}
