/// What can be decided in a moment, and went one way or the other in a run.
///
/// A seed range in which one of these never happens shows nothing about it.
package enum Race: String, CaseIterable, Hashable, Sendable {
    /// Somebody checked in, or turned their plan off, when the last warning had gone out and nobody was alerted yet.
    case checkInWon = "check-ins after the last warning"
    /// They did when their contacts were to be told already.
    case checkInLost = "check-ins after the deadline"
    /// They did while a letter or a text message about it was under way.
    case checkInUnderWay = "check-ins while a letter was being sent"
    /// A deadline was put off because the relay had been away.
    case deadlineCredited = "deadlines put off for absences"
    /// An alert of a care circle was called off before anybody was to be told of it.
    case callOffWon = "alerts called off in time"
    /// It was called off when somebody was to be told already.
    case callOffLost = "alerts called off too late"
    /// It was called off while a push or a text message about it was under way.
    case callOffUnderWay = "alerts called off while one was being sent"
    /// A member looked after the dweller before the others were told.
    case membersSpared = "alerts acknowledged before all were told"
    /// Nobody looked after the dweller.
    case nobodyCame = "alerts that nobody acknowledged"
    /// A signal was held back by a pause, by quiet hours or by its thresholds.
    case signalHeld = "signals held back"
    /// The dweller was asked whether all is well, and showed themselves before the members were told.
    case questionAnswered = "questions answered"
    /// They did not.
    case questionUnanswered = "questions unanswered"
    /// A member lost the right to know while an alert was on.
    case permissionLost = "permissions lost during an alert"
    /// A member's telephone was written to.
    case memberTexted = "members texted"
    /// Parents were told that a reminder is done.
    case completionTold = "completions told"
    /// A completion was taken back before the parents were told.
    case undoWon = "completions taken back in time"
    /// It was not, because they had been, or were about to be.
    case undoLost = "completions taken back too late"
    /// A reminder was completed while its ring was under way.
    case completedUnderWay = "reminders completed while they rang"
    /// A creator was told that nobody completed a reminder.
    case unfinishedTold = "reminders that nobody completed"
    /// Parents were told that somebody has left a place.
    case movementTold = "places left"
    /// A reminder was put off.
    case reminderSnoozed = "reminders put off"
}
