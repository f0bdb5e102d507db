package import AlarmCore

/// How a virtual phone and its user behave; can change at any time.
package struct Habits: Hashable, Sendable {
    /// What the user does about an alarm that they notice.
    package enum Answer: Hashable, Sendable {
        /// Taps Got it, and may send words back.
        case acknowledge(reply: String?)
        /// Asks for some more time, and gets up at the next ring.
        case snooze(Span)
        /// Swipes it away.
        case dismiss
        /// Lets it ring.
        case ignore
    }

    /// What the user does.
    package var answer: Answer
    /// How many rings pass unnoticed: the phone is locked and silent, and nothing of the app runs until then.
    package var sleepsThrough: Int
    /// Whether the system lets the app register alarms.
    package var allowsSystemAlarms: Bool

    package init(answer: Answer, sleepsThrough: Int = 0, allowsSystemAlarms: Bool = true) {
        self.answer = answer
        self.sleepsThrough = sleepsThrough
        self.allowsSystemAlarms = allowsSystemAlarms
    }
}
