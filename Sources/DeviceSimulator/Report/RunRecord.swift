package import AlarmCore

/// The complete record of a scenario's run: what happened, and which expectations were met.
package struct RunRecord: Hashable, Sendable {
    /// One alarm of the run.
    package struct AlarmTrack: Hashable, Sendable {
        /// Name of the alarm in the scenario.
        package var label: String
        package var id: AlarmID
        /// Original due time.
        package var due: Instant
        /// Name of the sending phone.
        package var sender: String
        /// Names of the receiving phones.
        package var receivers: [String]
        /// Message of the alarm.
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

    /// The verdict on one expectation.
    package struct Verdict: Hashable, Sendable {
        /// The expectation as written in the scenario.
        package var expectation: String
        /// Line of the scenario's file that states the expectation.
        package var line: Int
        package var isMet: Bool
        /// The observation that met the expectation, or the reason why it is not met.
        package var explanation: String

        package init(expectation: String, line: Int, isMet: Bool, explanation: String) {
            self.expectation = expectation
            self.line = line
            self.isMet = isMet
            self.explanation = explanation
        }
    }

    /// Name of the scenario, as in `locked-phone`.
    package var name: String
    /// Title of the scenario, in one line.
    package var title: String
    /// Path of the scenario's file; nil for one made by code.
    package var file: String?
    /// Start of the run, in its own time.
    package var start: Instant
    /// End of the run, in its own time.
    package var end: Instant
    /// Real duration, in seconds.
    package var elapsed: Double
    package var alarms: [AlarmTrack]
    /// The lanes, in the order in which they are drawn.
    package var lanes: [Timeline.Lane]
    /// What happened, in order.
    package var entries: [Timeline.Entry]
    /// Conditions that lasted for a while, such as a phone offline or the relay down.
    package var conditions: [Condition]
    package var verdicts: [Verdict]
    /// Why the run broke off before its end; nil if it did not.
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

    /// Whether the run was completed and met every expectation.
    package var hasPassed: Bool { failure == nil && verdicts.allSatisfy(\.isMet) }
}

extension RunRecord {
    /// A condition in one lane for a while, which a report shades.
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

extension RunRecord {
    /// The moment from which a report counts: the first alarm's due second, or the start of a run without one.
    var origin: Instant { alarms.first?.due ?? start }

    /// How long it lasted in its own time.
    var duration: Span { end - start }

    /// How long it really took, in whole milliseconds; zero for what is no length of time.
    var elapsedMilliseconds: Int64 {
        let milliseconds = (elapsed * 1000).rounded()
        return milliseconds > 0 ? Int64(exactly: milliseconds) ?? 0 : 0
    }

    /// How many expectations were met.
    var metCount: Int { verdicts.count(where: \.isMet) }

    /// Where a verdict's expectation is written: `examples/scenarios/locked.yaml:14`.
    func place(of verdict: Verdict) -> String {
        file.map { "\($0):\(verdict.line)" } ?? "line \(verdict.line)"
    }
}
