/// What can be typed at a terminal while something rings there.
package enum RingHelp: CaseIterable, Hashable, Sendable {
    /// An alarm of a partner.
    case alarm
    /// A reminder of a family: its answer says that it is done.
    case reminder
    /// A reminder that its family lets be put off no further.
    case reminderWithoutSnooze
    /// An alert about somebody else.
    case alert
    /// A warning of the person's own check-in.
    case checkIn
    /// A rehearsal of a missed check-in.
    case rehearsal
    /// The news that a contact has reached the person.
    case reached
    /// The question whether the person is all right.
    case question

    /// The answers, each with what it does, on one line.
    package func text(in language: Language) -> String {
        language.phrase(key).text
    }

    private var key: TextKey {
        switch self {
        case .alarm: .terminalHelpAlarm
        case .reminder: .terminalHelpReminder
        case .reminderWithoutSnooze: .terminalHelpReminderWithoutSnooze
        case .alert: .terminalHelpAlert
        case .checkIn: .terminalHelpCheckIn
        case .rehearsal: .terminalHelpRehearsal
        case .reached: .terminalHelpReached
        case .question: .terminalHelpQuestion
        }
    }

    /// What is said where several things ring and an answer has to name one; the list of them follows.
    package static func several(in language: Language) -> String { language.phrase(.terminalSeveral).text }

    /// What is said where an answer names none of what rings, which follows.
    ///
    /// - Parameters:
    ///   - count: how many things ring.
    ///   - language: the reader's.
    /// - Returns: one or two sentences.
    package static func numbers(of count: Int, in language: Language) -> String {
        count == 1 ? language.phrase(.terminalOnly).text : several(in: language)
    }

    /// What is said of a line that is no answer; the help follows.
    package static func noAnswer(in language: Language) -> String { language.phrase(.terminalNoAnswer).text }

    /// What is said of an answer that would put off what cannot be; the help follows.
    package static func noSnooze(in language: Language) -> String { language.phrase(.terminalNoSnooze).text }
}
