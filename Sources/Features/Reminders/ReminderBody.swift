package import AlarmCore
package import AlarmWire
package import Storage

/// A reminder as it is kept, sealed as a whole, with the alarms that speak for it.
package struct ReminderBody: RecordBody, Hashable {
    package static let kind = Document.Kind.reminder

    package var reminder: Reminder
    /// What rings for it; the first has the reminder's own name.
    package var alarm: AlarmID?
    /// What tells the parents of its completion.
    package var completion: AlarmID?
    /// The reminder for the next time.
    package var successor: ReminderID?

    package init(_ reminder: Reminder) {
        self.reminder = reminder
    }

    package init(reading object: inout ObjectReader) throws(WireError) {
        alarm = try object.optionalIdentifier("alarm")
        completion = try object.optionalIdentifier("completionAlarm")
        successor = try object.optionalIdentifier("successor")
        reminder = try Reminder(reading: &object)
    }

    package var json: JSONValue {
        var object = reminder.object
        if let alarm { object.append("alarm", .identifier(alarm)) }
        if let completion { object.append("completionAlarm", .identifier(completion)) }
        if let successor { object.append("successor", .identifier(successor)) }
        return .object(object)
    }
}

extension AlarmRow {
    /// Whether it speaks for a family's reminder.
    var isOfFamily: Bool {
        [EscalationPolicy.reminder, .completion, .movement].contains { $0.name == alarm.preset }
    }
}

/// A reminder, and the member of its family who asks about it.
struct AskedReminder {
    var body: ReminderBody
    let roster: CircleRoster
    let member: ReminderMember

    /// The end of the last snooze that the family allows.
    var latestSnooze: Instant { body.reminder.due + roster.circle.snoozeLimit }
}

extension Problem {
    /// What a reminder's refusal is to who asked.
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
            case .completed, .undoOver, .notRinging: (.conflict, nil)
            case .snoozeTooLong: (.conflict, "/until")
            case .emptyRange, .page: (.malformed, nil)
            }
        self.init(kind, detail: error.description, pointer: pointer)
    }

    /// Runs what can be refused, and turns a refusal into the problem that it is.
    static func mapping<Result>(_ body: () throws(ReminderError) -> Result) throws(Problem) -> Result {
        do {
            return try body()
        } catch {
            throw Problem(error)
        }
    }
}
