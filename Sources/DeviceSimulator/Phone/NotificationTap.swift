package import AlarmCore

/// What a user taps on a notification that asks them something.
package enum NotificationTap: String, CaseIterable, Hashable, Sendable {
    /// "I'm safe": checks in.
    case safe
    /// A day more until the check-in is due.
    case later
    /// The reminder is done.
    case done
    /// "I'm well": calls an alert off.
    case well
    /// "I'm looking after it": acknowledges an alert about somebody.
    case helping

    /// The notifications that have such a button.
    package var stages: Set<Stage> {
        switch self {
        case .safe, .later: [.checkInDue, .checkInReminder, .contactsTold]
        case .done: [.reminderSoon, .ring]
        case .well: [.countdown, .areYouWell]
        case .helping: [.alert]
        }
    }
}
