package import AlarmCore

/// An expectation: one thing that must, or must not, come of a scenario.
package struct ScenarioExpectation: Hashable, Sendable {
    /// How often an event is expected.
    package enum Amount: Hashable, Sendable {
        case exactly(Int)
        case atLeast(Int)
        case atMost(Int)

        /// Whether `count` satisfies the amount.
        func allows(_ count: Int) -> Bool {
            switch self {
            case .exactly(let wanted): count == wanted
            case .atLeast(let wanted): count >= wanted
            case .atMost(let wanted): count <= wanted
            }
        }
    }

    /// The time in which an event is expected.
    package enum Window: Hashable, Sendable {
        /// At any time.
        case always
        /// At most `tolerance` before or after an instant.
        case near(Instant, tolerance: Span)
        /// Earlier than an instant.
        case before(Instant)
        /// Later than an instant.
        case after(Instant)
        /// Between two instants, both included.
        case between(Instant, Instant)

        /// Whether `instant` lies in the window.
        func contains(_ instant: Instant) -> Bool {
            switch self {
            case .always: true
            case .near(let middle, let tolerance): middle - tolerance <= instant && instant <= middle + tolerance
            case .before(let end): instant < end
            case .after(let start): instant > start
            case .between(let start, let end): start <= instant && instant <= end
            }
        }
    }

    /// The claim that has to be true.
    package enum Claim: Hashable, Sendable {
        /// An event happens this often in that time.
        case happens(EntryMatcher, Amount, Window)
        /// The relay reports an alarm in a state at that time.
        case holds(alarm: String, AlarmState, at: Instant)
        /// An alarm is in a state at the end of the run, and reached it in that time.
        case ends(alarm: String, AlarmState, Window)
    }

    /// The sentence that states the expectation.
    package var text: String
    /// Line of the sentence in the file.
    package var line: Int
    package var claim: Claim

    package init(_ text: String, line: Int = 0, _ claim: Claim) {
        self.text = text
        self.line = line
        self.claim = claim
    }
}
