import AlarmCore

/// How alarms are answered: by a person at the terminal, or always the same.
struct Answering {
    private let automatic: AutomaticAnswer?
    private let reply: String?
    private let snooze: Span

    /// Takes what was asked for on the command line.
    init(automatic: AutomaticAnswer?, reply: String?, snooze: Span) {
        self.automatic = automatic
        self.reply = reply
        self.snooze = snooze
    }

    /// Whether a person is asked.
    var asks: Bool { automatic == nil }

    /// The answer to every alarm; nil where a person is asked, or nobody answers.
    var always: Answer? {
        switch automatic {
        case .gotIt: .gotIt(reply: reply)
        case .snooze: .snooze(snooze)
        case .dismiss: .dismiss
        case .some(.none), nil: nil
        }
    }

    /// Reads a typed line.
    func answer(typed line: String) -> Answer? { Answer(typed: line, usualSnooze: snooze) }
}
