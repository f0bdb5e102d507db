/// A race that can be decided in a moment, and its outcome in a run.
///
/// A range of seeds in which an outcome never occurs shows nothing about it.
package enum Race: String, CaseIterable, Hashable, Sendable {
    /// Somebody checked in, or turned their plan off, when the last warning had gone out and nobody was alerted yet.
    case checkInWon = "check-ins after the last warning"
    /// Somebody checked in, or turned their plan off, when their contacts were already to be told.
    case checkInLost = "check-ins after the deadline"
    /// Somebody checked in, or turned their plan off, while a letter or a text message about it was under way.
    case checkInUnderWay = "check-ins while a letter was being sent"
    /// A deadline was put off because the relay had been away.
    case deadlineCredited = "deadlines put off for absences"
    /// A delivery was sent again because another node had taken it over while it was under way.
    case sentAgain = "deliveries sent again after a take-over"
    /// Contacts were told a day after the reminder of a gentle check-in.
    case gentlyTold = "gentle check-ins of which contacts were told"
    /// Contacts were told once more, a day after a deadline.
    case contactsToldAgain = "deadlines of which contacts were told again"
    /// A contact agreed when a deadline had passed.
    case contactToldLate = "contacts who agreed after a deadline"
    /// A person was told what became of telling their contacts.
    case accountGiven = "accounts of what became of telling contacts"
    /// A text message to a contact was sent.
    case contactTexted = "contacts texted"
    /// A rehearsal was played to its end.
    case rehearsed = "rehearsals played to the end"
    /// A letter came back and is sent again.
    case letterReturned = "letters that came back and are sent again"
    /// A letter came back for good.
    case letterRefused = "letters that came back for good"
    /// A text message did not arrive and is sent again.
    case textLost = "text messages that did not arrive and are sent again"
    /// A text message did not arrive, and never will.
    case textRefused = "text messages that did not arrive for good"
    /// A contact's own server wants no more webhooks.
    case webhookGone = "webhooks that ended"
    /// Days of a dweller completed their pattern of still days.
    case patternCompleted = "patterns of still days completed"
    /// A device was linked to a person.
    case deviceLinked = "devices linked"
    /// A linked device was told of an alarm that was set before.
    case linkedRung = "rings of linked devices"
    /// A device was removed while it still had something to be told.
    case deviceRemoved = "devices removed"
    /// An alert of a care circle was cancelled before anybody was told of it.
    case callOffWon = "alerts called off in time"
    /// An alert of a care circle was cancelled when somebody was already to be told.
    case callOffLost = "alerts called off too late"
    /// An alert of a care circle was called off while a push or a text message about it was under way.
    case callOffUnderWay = "alerts called off while one was being sent"
    /// A member acknowledged an alert before the others were told.
    case membersSpared = "alerts acknowledged before all were told"
    /// An alert was not acknowledged by any member.
    case nobodyCame = "alerts that nobody acknowledged"
    /// A member's answer, kept for lack of a connection, came when the dweller had signalled the alert again.
    case answerOutdated = "answers to an alert that was signalled again since"
    /// A signal was held back by a pause, by quiet hours or by its thresholds.
    case signalHeld = "signals held back"
    /// The relay raised an alert by itself: a pattern of days, or a signal that waited for the end of quiet hours.
    case ownAlert = "alerts raised after quiet hours or a look at the days"
    /// The dweller was asked whether all is well, and answered before the members were told.
    case questionAnswered = "questions answered"
    /// The dweller was asked whether all is well, and did not answer in time.
    case questionUnanswered = "questions unanswered"
    /// A member lost the right to know of an alert while it was open.
    case permissionLost = "permissions lost during an alert"
    /// A text message was sent to a member's telephone.
    case memberTexted = "members texted"
    /// A member was called.
    case memberCalled = "members called"
    /// Parents were told of a completion.
    case completionTold = "completions told"
    /// A completion was undone before the parents were told.
    case undoWon = "completions taken back in time"
    /// A completion could not be undone, because the parents had been told or were about to be.
    case undoLost = "completions taken back too late"
    /// A reminder was completed while its ring was under way.
    case completedUnderWay = "reminders completed while they rang"
    /// A reminder's creator was told that nobody completed it.
    case unfinishedTold = "reminders that nobody completed"
    /// Parents were told that somebody has left a place.
    case movementTold = "places left"
    /// A reminder was snoozed.
    case reminderSnoozed = "reminders put off"
}
