import AlarmCore

/// Entries of the chart of one alarm in order, and their distribution over the moments of the time axis.
struct ChartMoments {
    struct Moment {
        let entry: Timeline.Entry
        /// Index of the moment on the time axis.
        let number: Int
    }

    let moments: [Moment]
    /// Conditions in that time, cut to the range of the chart.
    let conditions: [RunRecord.Condition]
    /// The chart's lanes from top to bottom.
    let lanes: [Timeline.Lane]
    /// The axis' moments; two entries in one lane at the same instant have a moment each.
    let instants: [Instant]
    /// Minimum distance of each moment from the one before it, without the first, in CSS pixels.
    let spacing: [Double]

    init(of alarm: RunRecord.AlarmTrack, in record: RunRecord) {
        let entries = ChartEntries.all(about: alarm, in: record)
        let first = min(entries.map(\.at).min() ?? alarm.due, alarm.due)
        let last = max(entries.map(\.at).max() ?? alarm.due, alarm.due)
        let lanes = Self.lanes(of: alarm, in: record, showing: entries)
        self.lanes = lanes
        conditions = record.conditions.compactMap { condition in
            let (start, end) = (max(condition.start, first), min(condition.end ?? last, last))
            guard lanes.contains(condition.lane), start < end else { return nil }
            return RunRecord.Condition(lane: condition.lane, label: condition.label, start: start, end: end)
        }
        let boundaries = Set(conditions.flatMap { [$0.start, $0.end ?? last] } + [alarm.due, first, last])
        let (moments, instants) = Self.spread(entries, among: boundaries)
        self.moments = moments
        self.instants = instants
        spacing = Self.spacing(of: moments, count: instants.count)
    }

    /// Returns the lanes: the sender's phone, the relay, the gateway, the receivers' phones, and others with entries.
    private static func lanes(
        of alarm: RunRecord.AlarmTrack,
        in record: RunRecord,
        showing entries: [Timeline.Entry]
    ) -> [Timeline.Lane] {
        let defaults = [.phone(alarm.sender), .relay, .gateway] + alarm.receivers.map(Timeline.Lane.phone)
        let busy = Set(entries.map(\.lane) + record.conditions.map(\.lane).filter { $0 == .scenario })
        var lanes: [Timeline.Lane] = busy.contains(.scenario) ? [.scenario] : []
        for lane in defaults + (record.lanes + entries.map(\.lane)).filter(busy.contains) where !lanes.contains(lane) {
            lanes.append(lane)
        }
        return lanes
    }

    /// Returns the spacing: unlike marks need room, like marks may be merged, and a condition's edge needs little.
    private static func spacing(of moments: [Moment], count: Int) -> [Double] {
        var shown = [[Timeline.Lane: MarkShape]](repeating: [:], count: count)
        for moment in moments { shown[moment.number][moment.entry.lane] = MarkShape(of: moment.entry) }
        return zip(shown, shown.dropFirst()).map { left, right in
            left.isEmpty || right.isEmpty ? 8 : left == right && left.count == 1 ? 3 : 22
        }
    }

    private static func spread(
        _ entries: [Timeline.Entry],
        among boundaries: Set<Instant>
    ) -> (moments: [Moment], instants: [Instant]) {
        let bare = boundaries.map { (at: $0, entry: Timeline.Entry?.none) }
        let all = bare + entries.map { (at: $0.at, entry: $0) }
        // By time, boundaries first, then in the order in which they were noted.
        let order = all.indices.sorted { (all[$0].at, $0) < (all[$1].at, $1) }
        var (moments, instants, taken) = ([Moment](), [Instant](), Set<Timeline.Lane>())
        for index in order {
            let (at, entry) = all[index]
            if instants.last != at || entry.map({ taken.contains($0.lane) }) == true {
                instants.append(at)
                taken = []
            }
            guard let entry else { continue }
            taken.insert(entry.lane)
            moments.append(Moment(entry: entry, number: instants.count - 1))
        }
        return (moments, instants)
    }
}
