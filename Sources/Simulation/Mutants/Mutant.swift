/// A relay broken on purpose, to show that the simulation would notice.
///
/// Each breaks one promise at a border of the engine: what it reads, what it commits, what it sends, what the time is. None
/// can be switched on outside a simulation, because none is in the relay.
package enum Mutant: String, CaseIterable, Hashable, Sendable {
    /// A result is taken whoever holds the lease by then.
    case leaseNotFenced = "lease-not-fenced"
    /// A delivery that is under way is given to another sender before its lease has ended.
    case leaseNotExclusive = "lease-not-exclusive"
    /// A delivery made for an earlier epoch passes as one of this.
    case epochNotChecked = "epoch-not-checked"
    /// A delivery's deadline is never reached.
    case deadlineIgnored = "deadline-ignored"
    /// Deliveries are committed after the state that ordered them.
    case outboxAfterCommit = "outbox-after-commit"
    /// Now and then a wake is not written.
    case wakeLost = "wake-lost"
    /// What a crash undoes is not the claim of a wake.
    case claimsOutliveCrash = "claims-outlive-crash"
    /// Now and then the store says that it committed what it did not.
    case commitsThatAreNone = "commits-that-are-none"
    /// What the gateway took is not written down.
    case resultNotRecorded = "result-not-recorded"
    /// An order that was made already is made again.
    case orderRepeated = "order-repeated"
    /// A repeated push has another name.
    case retryRenamed = "retry-renamed"
    /// After a start what the last life was sending waits for its leases.
    case leasesNotReleased = "leases-not-released"
    /// A cancellation is answered while pushes are under way.
    case cancelDoesNotWait = "cancel-does-not-wait"
    /// What a phone says of an earlier revision counts for the present one.
    case revisionNotCompared = "revision-not-compared"
    /// A repeated request is done again.
    case repeatsDoneAgain = "repeats-done-again"
    /// The relay's clock is three seconds ahead.
    case clockAhead = "clock-ahead"
    /// A step of the clock is not noticed until the sleep is over.
    case clockStepUnnoticed = "clock-step-unnoticed"
    /// New rules of a time zone are taken up, and no alarm is moved.
    case zoneChangeIgnored = "zone-change-ignored"
    /// A notice to the sender is not written.
    case senderNotTold = "sender-not-told"
    /// Now and then a check-in is answered and not taken.
    case checkInForgotten = "check-in-forgotten"
    /// Nobody keeps when the relay was away.
    case absenceForgotten = "absence-forgotten"
    /// Now and then a warning before a deadline is not written.
    case warningLost = "warning-lost"
    /// Now and then an alert to a contact is not written.
    case contactNotTold = "contact-not-told"
    /// Now and then an all-clear is not written.
    case allClearLost = "all-clear-lost"
    /// Whoever gets an all-clear gets another one.
    case allClearRepeated = "all-clear-repeated"
    /// A contact's word is answered and not taken.
    case consentIgnored = "consent-ignored"
    /// A contact counts as having agreed when they are named.
    case consentAssumed = "consent-assumed"
    /// A letter that the mail server puts off counts as refused.
    case lettersGivenUp = "letters-given-up"
    /// Now and then a signal is answered and raises no alert.
    case signalForgotten = "signal-forgotten"
    /// Now and then an alert is answered as called off and goes on.
    case cancelForgotten = "cancel-forgotten"
    /// Now and then an alert is answered as acknowledged and goes on.
    case acknowledgementForgotten = "acknowledgement-forgotten"
    /// Now and then a sign of activity is answered and not taken.
    case activityForgotten = "activity-forgotten"
    /// A pause is answered and not taken.
    case pauseIgnored = "pause-ignored"
    /// What a member may know is answered as changed and is not.
    case permissionIgnored = "permission-ignored"
    /// A member's number is answered as forgotten and is not.
    case numberKept = "number-kept"
    /// Members are told ten seconds before the countdown is over.
    case countdownCut = "countdown-cut"
    /// All members are told at once, whatever their priority.
    case prioritiesIgnored = "priorities-ignored"
    /// Now and then an alert to a member is not written.
    case memberNotTold = "member-not-told"
    /// Now and then the question whether the dweller is well is not written.
    case questionLost = "question-lost"
    /// Now and then nobody is told that an alert is over.
    case alertEndLost = "alert-end-lost"
    /// Now and then a reminder is answered as completed and stays open.
    case completionForgotten = "completion-forgotten"
    /// A completion is answered as taken back and stands.
    case undoForgotten = "undo-forgotten"
    /// Parents are told of a completion while it can be taken back.
    case completionHurried = "completion-hurried"
    /// Now and then a parent is not told of a completion.
    case completionNotTold = "completion-not-told"
    /// A parent who is told of a completion is told again.
    case completionRepeated = "completion-repeated"
    /// A position is answered and not looked at.
    case positionIgnored = "position-ignored"
    /// Now and then a creator is not told that nobody completed a reminder.
    case unfinishedNotTold = "unfinished-not-told"
}
