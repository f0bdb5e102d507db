import ArgumentParser

/// What a script says to every alarm.
enum AutomaticAnswer: String, CaseIterable, ExpressibleByArgument {
    case gotIt = "got-it"
    case snooze
    case dismiss
    case none

    /// All of them, for the help.
    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
