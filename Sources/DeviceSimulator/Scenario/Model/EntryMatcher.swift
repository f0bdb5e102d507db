import AlarmCore

/// What an entry of a timeline has to be like; nil for what does not matter.
package struct Happening: Hashable, Sendable {
    /// On whose lane.
    package var lane: Timeline.Lane
    package var kind: Timeline.Kind
    /// Of which alarm, as the scenario calls it.
    package var alarm: String?
    /// For which phone, where the gateway or the relay does something for one.
    package var phone: String?
    /// What the push is for.
    package var stage: String?
    /// The alarm's state, or the receipt's word.
    package var state: String?
    /// By which way a phone rings.
    package var way: Timeline.Way?
    /// Whether it is heard.
    package var isAudible: Bool?
    /// A part of what is said of it.
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

    /// Whether `entry` is such a thing; `ids` knows the alarms' labels.
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
