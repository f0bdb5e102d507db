package import AlarmCore

/// One thing that must come of a scenario, or must not.
package struct ScenarioExpectation: Hashable, Sendable {
    /// How often something is to happen.
    package enum Amount: Hashable, Sendable {
        case exactly(Int)
        case atLeast(Int)
        case atMost(Int)

        /// Whether `count` is right.
        func allows(_ count: Int) -> Bool {
            switch self {
            case .exactly(let wanted): count == wanted
            case .atLeast(let wanted): count >= wanted
            case .atMost(let wanted): count <= wanted
            }
        }
    }

    /// When it is to happen.
    package enum Window: Hashable, Sendable {
        /// At any time.
        case always
        /// At most `tolerance` before or after an instant.
        case near(Instant, tolerance: Span)
        /// Earlier than an instant.
        case before(Instant)
        /// Later than an instant.
        case after(Instant)
        /// In this time, its ends included.
        case between(Instant, Instant)

        /// Whether `instant` lies in it.
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

    /// What has to be true.
    package enum Claim: Hashable, Sendable {
        /// Something happens so often in that time.
        case happens(Happening, Amount, Window)
        /// The relay says at that time that an alarm is in a state.
        case holds(alarm: String, AlarmState, at: Instant)
        /// The run ends with an alarm in a state, which it reaches in that time.
        case ends(alarm: String, AlarmState, Window)
    }

    /// The sentence that says so.
    package var text: String
    /// The line of the file on which it stands.
    package var line: Int
    package var claim: Claim

    package init(_ text: String, line: Int = 0, _ claim: Claim) {
        self.text = text
        self.line = line
        self.claim = claim
    }
}
