package import AlarmCore
package import AlarmWire
import Engine
package import Storage

/// The stored form of a reminder, sealed as a whole, with the identifiers of its alarms.
package struct ReminderBody: RecordBody, Hashable {
    package static let kind = Document.Kind.reminder

    package var reminder: Reminder
    /// Whoever set it as it stands, where that is not its creator: another parent who changed it last, or a former member
    /// from whom it was handed over.
    package var author: PersonID?
    /// The alarm that rings for it; the first has the reminder's own identifier.
    package var alarm: AlarmID?
    /// The alarm that tells the parents of its completion.
    package var completion: AlarmID?
    /// The reminder for the next occurrence.
    package var successor: ReminderID?
    /// Whether its assignee's consent keeps it from ringing, so that it rings again once the consent allows it.
    package var isHeldBack = false

    package init(_ reminder: Reminder) {
        self.reminder = reminder
    }

    /// Whoever set it as it stands: devices name that person, while consents are about its creator.
    var setBy: PersonID { author ?? reminder.creator }

    package init(reading object: inout ObjectReader) throws(WireError) {
        author = try object.optionalIdentifier("author")
        alarm = try object.optionalIdentifier("alarm")
        completion = try object.optionalIdentifier("completionAlarm")
        successor = try object.optionalIdentifier("successor")
        isHeldBack = try object.optionalBool("heldBack") ?? false
        reminder = try Reminder(reading: &object)
    }

    package var json: JSONValue {
        var object = reminder.object
        if let author { object.append("author", .identifier(author)) }
        if let alarm { object.append("alarm", .identifier(alarm)) }
        if let completion { object.append("completionAlarm", .identifier(completion)) }
        if let successor { object.append("successor", .identifier(successor)) }
        if isHeldBack { object.append("heldBack", .bool(true)) }
        return .object(object)
    }
}

/// A reminder, with the family member who requests it.
struct RequestedReminder {
    var body: ReminderBody
    let roster: CircleRoster
    let member: ReminderMember

    /// The end of the last snooze that the family allows.
    var latestSnooze: Instant { body.reminder.due + roster.circle.snoozeLimit }
}

extension Problem {
    /// The problem that reports a reminder's refusal to the caller.
    init(_ error: ReminderError) {
        let (kind, pointer): (ProblemKind, String?) =
            switch error {
            case .noWords, .text, .wordsInClear: (.malformed, "/title")
            case .sealedWords: (.malformed, "/sealed")
            case .tooManyItems, .repeatedItem: (.malformed, "/checklist")
            case .unknownItem: (.malformed, "/item")
            case .noWeekday, .interval: (.badRepeat, "/repeat")
            case .unknownZone: (.unknownZone, "/repeat/timeZone")
            case .neverDue: (.badRepeat, "/repeat")
            case .notInFamily: (.malformed, "/assignee")
            case .notForOthers, .notYoursToChange, .notYoursToComplete, .notYoursToTick, .notYoursToSnooze,
                .notYourPosition:
                (.notAllowed, nil)
            case .completed, .undoOver, .notRinging, .snoozeOver: (.conflict, nil)
            case .snoozeTooLong: (.conflict, "/until")
            case .emptyRange, .page: (.malformed, nil)
            }
        self.init(kind, detail: error.description, pointer: pointer)
    }

    /// Runs `body`, and turns its refusal into a problem.
    static func mapping<Result>(_ body: () throws(ReminderError) -> Result) throws(Problem) -> Result {
        do {
            return try body()
        } catch {
            throw Problem(error)
        }
    }
}
