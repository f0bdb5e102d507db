package import AlarmCore

extension RunRecord {
    /// What was so in one lane for a while, as a report shades it.
    package struct Condition: Hashable, Sendable {
        package var lane: Timeline.Lane
        /// In a word or two: `offline`, `locked`, `down`.
        package var label: String
        package var start: Instant
        /// When it ended; nil if it lasted to the end of the run.
        package var end: Instant?

        package init(lane: Timeline.Lane, label: String, start: Instant, end: Instant? = nil) {
            self.lane = lane
            self.label = label
            self.start = start
            self.end = end
        }
    }
}
