package import AlarmCore

/// The button that a user taps on a notification that asks them something.
package enum NotificationTap: String, CaseIterable, Hashable, Sendable {
    /// "I'm safe": checks in.
    case safe
    /// Puts the check-in off by a day.
    case later
    /// Marks the reminder as completed.
    case done
    /// "I'm well": cancels an alert.
    case well
    /// "I'm looking after it": acknowledges an alert about somebody.
    case helping

    /// The notifications that have this button.
    package var stages: Set<Stage> {
        switch self {
        case .safe, .later: [.checkInDue, .checkInReminder, .contactsTold]
        case .done: [.reminderSoon, .ring]
        case .well: [.countdown, .areYouWell]
        case .helping: [.alert]
        }
    }
}
