import AlarmCore

/// A pattern for timeline entries; nil fields match anything.
package struct EntryMatcher: Hashable, Sendable {
    /// Lane of the entry.
    package var lane: Timeline.Lane
    package var kind: Timeline.Kind
    /// Name of the alarm in the scenario.
    package var alarm: String?
    /// The phone concerned, if the gateway or the relay acts for one.
    package var phone: String?
    /// Purpose of the push.
    package var stage: String?
    /// State of the alarm, or kind of the receipt.
    package var state: String?
    /// Way in which a phone rings.
    package var way: Timeline.Way?
    /// Whether the ring is audible.
    package var isAudible: Bool?
    /// A part of the entry's text.
    package var words: String?

    package init(
        lane: Timeline.Lane,
        kind: Timeline.Kind,
        alarm: String? = nil,
        phone: String? = nil,
        stage: String? = nil,
        state: String? = nil,
        way: Timeline.Way? = nil,
        isAudible: Bool? = nil,
        words: String? = nil
    ) {
        self.lane = lane
        self.kind = kind
        self.alarm = alarm
        self.phone = phone
        self.stage = stage
        self.state = state
        self.way = way
        self.isAudible = isAudible
        self.words = words
    }

    /// Whether `entry` matches; `ids` maps the alarms' names to identifiers.
    func matches(_ entry: Timeline.Entry, ids: [String: AlarmID]) -> Bool {
        func allows<Value: Equatable>(_ wanted: Value?, _ found: Value?) -> Bool { wanted == nil || wanted == found }
        guard entry.lane == lane, entry.kind == kind, allows(phone, entry.phone), allows(stage, entry.stage) else {
            return false
        }
        guard allows(state, entry.state), allows(way, entry.ring?.way) else { return false }
        guard allows(isAudible, entry.ring?.isAudible) else { return false }
        if let alarm {
            guard let id = ids[alarm], entry.alarm == id else { return false }
        }
        return words.map { entry.text.contains($0) || entry.content?.contains($0) == true } ?? true
    }
}
