/// The purpose of a delivery; its raw value is part of the push and of the delivery's identity.
public enum Stage: String, CaseIterable, Hashable, Sendable, Codable {
    // MARK: Requests for an answer or an action

    /// Early and silent: register a system alarm, or keep a local notification, for the due time.
    case handoff
    /// Ring now.
    case ring
    /// To the person: check in now, or your contacts are told.
    case checkInDue = "check-in-due"
    /// To the person: you have not checked in; nobody else is told yet.
    case checkInReminder = "check-in-reminder"
    /// To the assignee: a reminder is due in a moment.
    case reminderSoon = "reminder-soon"
    /// To the dweller: help is called after the countdown unless you cancel.
    case countdown
    /// To the dweller: there has been no activity for a long time; are you all right?
    case areYouWell = "are-you-well"
    /// To contacts and members: somebody has to look after the person.
    case alert

    // MARK: Notices

    /// An alarm that was handed off must not ring, or must stop ringing.
    case cancel
    /// To the sender: the receiver answered.
    case acknowledged
    /// To the sender: the receiver dismissed it while it rang.
    case dismissed
    /// To the sender: the receiver took the alarm off, or has muted the sender, before it rang or while it did.
    case declined
    /// To the sender: nobody has answered so far, and the ringing goes on.
    case noAnswerYet = "no-answer-yet"
    /// To the sender: all steps were taken and nobody answered.
    case noAnswer = "no-answer"
    /// To both: it was due while the relay was away, too long ago to ring now.
    case missed
    /// To the sender: the receiver has no device left that can be reached.
    case blocked
    /// To the sender: a device of the receiver is back.
    case unblocked
    /// To the person: your contacts were told.
    case contactsTold = "contacts-told"
    /// To everybody who was told of a missed check-in: the person has checked in.
    case allClear = "all-clear"
    /// To everybody who was told of a missed check-in: the person has answered and asked for more time.
    case putOff = "put-off"
    /// To the person and to the other contacts who were told: one contact has reached the person.
    case reached
    /// To everybody who was told of an alert: it is over.
    case alertEnded = "alert-ended"
    /// To the creator of a reminder: it was not completed.
    case unfinished = "reminder-unfinished"
    /// To parents: a reminder was completed.
    case completed
    /// To parents: somebody has left the place of a reminder.
    case moved
    /// To the person: what contacts would have been told.
    case rehearsal
    /// To the person: pushes arrive.
    case test
    /// To a contact: confirm that you want to be told.
    case confirmation
    /// To somebody without the app: you are asked to join a circle.
    case invitation
    /// To a provider: a query for the status of a text message that it accepted.
    case inquiry

    /// Whether the delivery can make a phone ring by itself.
    public var rings: Bool {
        self == .handoff || self == .ring
    }

    /// Whether the delivery tells people who were alerted that they need do nothing more.
    public var resolvesAlert: Bool {
        self == .allClear || self == .putOff || self == .alertEnded
    }

    /// Whether the delivery asks the person for a sign of life before somebody else is told.
    ///
    /// It goes to the person's own addresses as well as to their devices.
    public var warnsPerson: Bool { self == .checkInDue || self == .checkInReminder }

    /// Whether a server may answer for its person: that they are up, or want to be rung later.
    ///
    /// It must not say that they have checked in, nor that they are well or look after somebody: only they can.
    public var isAnsweredByServers: Bool { self == .ring }

    /// Whether the delivery asks something of somebody, and so must never start once the alarm has ended.
    public var asksForAction: Bool {
        switch self {
        case .handoff, .ring, .checkInDue, .checkInReminder, .reminderSoon, .countdown, .areYouWell, .alert:
            true
        case .cancel, .acknowledged, .dismissed, .declined, .noAnswerYet, .noAnswer, .missed, .blocked, .unblocked,
            .contactsTold, .allClear, .putOff, .reached, .alertEnded, .unfinished, .completed, .moved, .rehearsal,
            .test, .confirmation, .invitation, .inquiry:
            false
        }
    }
}
