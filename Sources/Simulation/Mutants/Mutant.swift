/// A relay broken on purpose, to show that the simulation would notice.
///
/// Each mutant breaks one promise at the engine's boundary: what it reads, commits or sends, or which time it sees. The
/// relay itself contains none of them, so that none can be switched on outside a simulation.
package enum Mutant: String, CaseIterable, Hashable, Sendable {
    /// A result is recorded without fencing: even after another sender took the lease.
    case leaseNotFenced = "lease-not-fenced"
    /// A delivery under way is leased to another sender before its lease has expired.
    case leaseNotExclusive = "lease-not-exclusive"
    /// A delivery of an earlier epoch passes as one of the present epoch.
    case epochNotChecked = "epoch-not-checked"
    /// A delivery never expires.
    case deadlineIgnored = "deadline-ignored"
    /// Deliveries are committed after the state that ordered them, in a second transaction.
    case outboxAfterCommit = "outbox-after-commit"
    /// Now and then a wake is not written.
    case wakeLost = "wake-lost"
    /// The claim of a wake survives a crash that undoes the rest of its transaction.
    case claimsOutliveCrash = "claims-outlive-crash"
    /// Now and then the store reports a commit that it did not make.
    case commitsThatAreNone = "commits-that-are-none"
    /// An accepted push is not recorded as accepted.
    case resultNotRecorded = "result-not-recorded"
    /// A delivery that was already made is sent again.
    case orderRepeated = "order-repeated"
    /// A retried push has another identifier.
    case retryRenamed = "retry-renamed"
    /// Alarms are handed to browsers as if they could arm them.
    case browsersHandedTo = "browsers-handed-to"
    /// A subscription that has ended is retried.
    case deadSubscriptionKept = "dead-subscription-kept"
    /// The message that an alarm is over has another topic than its ring.
    case topicDiffers = "topic-differs"
    /// After a start, deliveries that the last process was sending wait for their leases to expire.
    case leasesNotReleased = "leases-not-released"
    /// A node that begins takes over from the last process when it is already sending itself.
    case recoveredLate = "recovered-late"
    /// A node takes over from every other one, whether or not that lives.
    case livingTakenOver = "living-taken-over"
    /// A cancellation is answered while pushes are under way.
    case cancelDoesNotWait = "cancel-does-not-wait"
    /// A receipt for an earlier revision counts for the present one.
    case revisionNotCompared = "revision-not-compared"
    /// A repeated request is executed again.
    case repeatsDoneAgain = "repeats-done-again"
    /// The relay's clock is three seconds ahead.
    case clockAhead = "clock-ahead"
    /// A step of the clock is not noticed until the present sleep is over.
    case clockStepUnnoticed = "clock-step-unnoticed"
    /// New rules of a time zone are loaded, but no alarm is moved.
    case zoneChangeIgnored = "zone-change-ignored"
    /// A notice to the sender is not stored.
    case senderNotTold = "sender-not-told"
    /// Now and then a check-in is confirmed but not stored.
    case checkInForgotten = "check-in-forgotten"
    /// The relay's absences are not recorded.
    case absenceForgotten = "absence-forgotten"
    /// Time in which the relay was there counts as an absence.
    case absenceInvented = "absence-invented"
    /// Now and then a warning before a deadline is not stored.
    case warningLost = "warning-lost"
    /// Now and then an alert to a contact is not stored.
    case contactNotTold = "contact-not-told"
    /// A contact who agrees after a deadline is not told of it.
    case lateContactForgotten = "late-contact-forgotten"
    /// Now and then an all-clear is not stored.
    case allClearLost = "all-clear-lost"
    /// Each all-clear is sent twice.
    case allClearRepeated = "all-clear-repeated"
    /// A contact's consent or withdrawal is confirmed but not stored.
    case consentIgnored = "consent-ignored"
    /// A contact counts as confirmed as soon as they are named.
    case consentAssumed = "consent-assumed"
    /// A letter that the mail server defers counts as refused.
    case lettersGivenUp = "letters-given-up"
    /// A letter that came back counts as delivered.
    case returnIgnored = "return-ignored"
    /// A text message that did not arrive counts as delivered.
    case lossIgnored = "loss-ignored"
    /// A text message that did not arrive stays in the history of its alert.
    case lossKept = "loss-kept"
    /// A check-in does not end the rehearsal that is under way.
    case rehearsalGoesOn = "rehearsal-goes-on"
    /// The consent to one of a contact's addresses counts for all of them.
    case consentSpreads = "consent-spreads"
    /// Now and then a message to a contact's telephone is not stored.
    case textNotOrdered = "text-not-ordered"
    /// Now and then a call to a member is not stored.
    case callNotOrdered = "call-not-ordered"
    /// A member is called at once, while the text message is still on its way.
    case callHurried = "call-hurried"
    /// Now and then a webhook is not stored.
    case webhookNotOrdered = "webhook-not-ordered"
    /// The contacts of a gentle check-in are told ten minutes after its reminder.
    case gentlenessForgotten = "gentleness-forgotten"
    /// A phone that was without an address counts as lost, though it has registered one meanwhile.
    case returningPhoneForgotten = "returning-phone-forgotten"
    /// What a phone has recorded of the last days is confirmed, but not judged.
    case patternIgnored = "pattern-ignored"
    /// A link is confirmed, but the device stays another person's.
    case linkForgotten = "link-forgotten"
    /// The removal of a device is confirmed, but the device stays.
    case removalForgotten = "removal-forgotten"
    /// Now and then a signal is confirmed but raises no alert.
    case signalForgotten = "signal-forgotten"
    /// Now and then calling an alert off is confirmed, but the alert goes on.
    case cancelForgotten = "cancel-forgotten"
    /// Now and then an acknowledgement of an alert is confirmed, but the alert goes on.
    case acknowledgementForgotten = "acknowledgement-forgotten"
    /// Now and then an acknowledgement of an alert is refused as one of an alert that the member may not know of.
    case acknowledgementRefused = "acknowledgement-refused"
    /// A member's answer that was given long before the dweller signalled the alert again ends it.
    case outdatedAnswerTaken = "outdated-answer-taken"
    /// Now and then a sign of activity is confirmed but not stored.
    case activityForgotten = "activity-forgotten"
    /// A pause is confirmed but not stored.
    case pauseIgnored = "pause-ignored"
    /// A change of what a member may know is confirmed but not stored.
    case permissionIgnored = "permission-ignored"
    /// The removal of a member's number is confirmed, but the number is kept.
    case numberKept = "number-kept"
    /// Members are told ten seconds before the countdown is over.
    case countdownCut = "countdown-cut"
    /// All members are told at once, whatever their priority.
    case prioritiesIgnored = "priorities-ignored"
    /// Now and then an alert to a member is not stored.
    case memberNotTold = "member-not-told"
    /// Now and then the question whether the dweller is well is not stored.
    case questionLost = "question-lost"
    /// Activity withdraws the question that was asked, instead of answering it.
    case questionWithdrawn = "question-withdrawn"
    /// Now and then nobody is told that an alert is over.
    case alertEndLost = "alert-end-lost"
    /// Whoever dismisses a reminder's notice counts as having stopped its ring.
    case noticeDismissalSilences = "notice-dismissal-silences"
    /// Now and then a completion is confirmed, but the reminder stays open.
    case completionForgotten = "completion-forgotten"
    /// Undoing a completion is confirmed, but the completion stands.
    case undoForgotten = "undo-forgotten"
    /// Parents are told of a completion while it can still be undone.
    case completionHurried = "completion-hurried"
    /// Now and then a parent is not told of a completion.
    case completionNotTold = "completion-not-told"
    /// A parent is told of a completion twice.
    case completionRepeated = "completion-repeated"
    /// A position is confirmed but not evaluated.
    case positionIgnored = "position-ignored"
    /// A family's limit for snoozes is not applied.
    case snoozeUnlimited = "snooze-unlimited"
    /// Now and then a reminder's creator is not told that nobody completed it.
    case unfinishedNotTold = "unfinished-not-told"
}
