import ArgumentParser

/// What a script says to every alarm.
enum AutomaticAnswer: String, CaseIterable, ExpressibleByArgument {
    case gotIt = "got-it"
    case snooze
    case dismiss
    case none
}
