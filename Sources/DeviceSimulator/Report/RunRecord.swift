package import AlarmCore

/// Everything that a run of a scenario left behind: what happened, and whether it was what had to happen.
package struct RunRecord: Hashable, Sendable {
    /// One alarm of the run.
    package struct AlarmTrack: Hashable, Sendable {
        /// What the scenario calls it.
        package var label: String
        package var id: AlarmID
        /// When it was due at first.
        package var due: Instant
        /// The sending phone's name.
        package var sender: String
        /// The names of the phones that it is for.
        package var receivers: [String]
        /// The words.
        package var text: String

        package init(label: String, id: AlarmID, due: Instant, sender: String, receivers: [String], text: String) {
            self.label = label
            self.id = id
            self.due = due
            self.sender = sender
            self.receivers = receivers
            self.text = text
        }
    }

    /// What came of one expectation.
    package struct Verdict: Hashable, Sendable {
        /// The expectation, in words.
        package var expectation: String
        /// The line of the scenario's file that states it.
        package var line: Int
        package var isMet: Bool
        /// What was seen: why it is not met, or by what it is.
        package var explanation: String

        package init(expectation: String, line: Int, isMet: Bool, explanation: String) {
            self.expectation = expectation
            self.line = line
            self.isMet = isMet
            self.explanation = explanation
        }
    }

    /// The scenario's name, as in `locked-phone`.
    package var name: String
    /// What it shows, in a line.
    package var title: String
    /// The scenario's file; nil for one made by code.
    package var file: String?
    /// When the run began, in its own time.
    package var start: Instant
    /// When it ended, in its own time.
    package var end: Instant
    /// How many seconds it really took.
    package var elapsed: Double
    package var alarms: [AlarmTrack]
    /// The lanes, in the order in which they are drawn.
    package var lanes: [Timeline.Lane]
    /// What happened, in order.
    package var entries: [Timeline.Entry]
    /// What was so for a while: a phone off line, the relay down.
    package var conditions: [Condition]
    package var verdicts: [Verdict]
    /// Why the run broke off before its end; nil when it did not.
    package var failure: String?

    package init(
        name: String,
        title: String,
        file: String? = nil,
        start: Instant,
        end: Instant,
        elapsed: Double = 0,
        alarms: [AlarmTrack] = [],
        lanes: [Timeline.Lane] = [],
        entries: [Timeline.Entry] = [],
        conditions: [Condition] = [],
        verdicts: [Verdict] = [],
        failure: String? = nil
    ) {
        self.name = name
        self.title = title
        self.file = file
        self.start = start
        self.end = end
        self.elapsed = elapsed
        self.alarms = alarms
        self.lanes = lanes
        self.entries = entries
        self.conditions = conditions
        self.verdicts = verdicts
        self.failure = failure
    }

    /// Whether it went to its end and met every expectation.
    package var hasPassed: Bool { failure == nil && verdicts.allSatisfy(\.isMet) }
}
