/// The order of entries at one instant.
///
/// The gateway and a phone see the same push at the same instant, and which notes it first is random; here the cause
/// comes before the effect.
enum EntryOrder {
    /// Returns `entries` with each push that the gateway accepted before its arrival on the phone.
    static func causal(_ entries: [Timeline.Entry]) -> [Timeline.Entry] {
        var ordered: [Timeline.Entry] = []
        ordered.reserveCapacity(entries.count)
        /// Index of the first entry of the present instant.
        var start = 0
        for entry in entries {
            if let last = ordered.last, last.at != entry.at { start = ordered.count }
            if entry.kind == .push, !ordered[start...].contains(where: { isSamePush($0, entry) }),
                let arrival = ordered[start...].firstIndex(where: { isArrival($0, of: entry) })
            {
                ordered.insert(entry, at: arrival)
            } else {
                ordered.append(entry)
            }
        }
        return ordered
    }

    private static func isSamePush(_ entry: Timeline.Entry, _ push: Timeline.Entry) -> Bool {
        entry.kind == .push && entry.phone == push.phone && entry.alarm == push.alarm && entry.stage == push.stage
    }

    private static func isArrival(_ entry: Timeline.Entry, of push: Timeline.Entry) -> Bool {
        guard entry.kind == .arrival, let phone = push.phone else { return false }
        return entry.lane == .phone(phone) && entry.alarm == push.alarm && entry.stage == push.stage
    }
}
