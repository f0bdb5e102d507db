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
    /// Whoever set its place, where that is not its creator.
    package var placeAuthor: PersonID?
    /// The alarm that rings for it; the first has the reminder's own identifier.
    package var alarm: AlarmID?
    /// The alarm that tells the parents of its completion.
    package var completion: AlarmID?
    /// Whoever took back that it is done, and has left it open since.
    package var reopener: PersonID?
    /// The reminder for the next occurrence.
    package var successor: ReminderID?
    /// Whether its assignee's consent keeps it from ringing, so that it rings again once the consent allows it.
    package var isHeldBack = false

    package init(_ reminder: Reminder) {
        self.reminder = reminder
    }

    /// Whoever set it as it stands: devices name that person, while consents are about its creator.
    var setBy: PersonID { author ?? reminder.creator }

    /// Whoever set its place; nil without a place.
    var placeSetBy: PersonID? { reminder.place == nil ? nil : placeAuthor ?? reminder.creator }

    package init(reading object: inout ObjectReader) throws(WireError) {
        author = try object.optionalIdentifier("author")
        placeAuthor = try object.optionalIdentifier("placeAuthor")
        alarm = try object.optionalIdentifier("alarm")
        completion = try object.optionalIdentifier("completionAlarm")
        reopener = try object.optionalIdentifier("reopener")
        successor = try object.optionalIdentifier("successor")
        isHeldBack = try object.optionalBool("heldBack") ?? false
        reminder = try Reminder(reading: &object)
    }

    package var json: JSONValue {
        var object = reminder.object
        if let author { object.append("author", .identifier(author)) }
        if let placeAuthor { object.append("placeAuthor", .identifier(placeAuthor)) }
        if let alarm { object.append("alarm", .identifier(alarm)) }
        if let completion { object.append("completionAlarm", .identifier(completion)) }
        if let reopener { object.append("reopener", .identifier(reopener)) }
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

    /// Sets the place where the assignee should stay, or removes it.
    ///
    /// The parents rely on hearing when a place is left that one of them has set, so a child changes only its own and those
    /// of other children.
    ///
    /// - Throws: the problem `not-allowed` for a child where a parent, or somebody who has left, set the place.
    mutating func setPlace(_ place: Place?, during time: PlaceTime? = nil) throws {
        let (member, former) = (member, body.placeSetBy)
        try Problem.mapping { () throws(ReminderError) in
            try body.reminder.setPlace(place, during: time, by: member)
        }
        if let former, former != member.person, !member.isParent, roster.member(former)?.role != .child {
            throw Problem(
                .notAllowed,
                detail: "a parent set this place: ask a parent to change it; you may set one where none is set"
            )
        }
        body.placeAuthor = place == nil || member.person == body.reminder.creator ? nil : member.person
    }
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
