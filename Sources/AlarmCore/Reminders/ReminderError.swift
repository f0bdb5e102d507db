/// Why a reminder, or a change to one, is refused.
public enum ReminderError: Error, Hashable, Sendable {
    /// There is neither a title nor a sealed text.
    case noWords
    /// A title or an item is empty, or longer than 400 bytes.
    case text
    /// The sealed messages are longer than 8,192 bytes together.
    case sealedWords
    /// The checklist has more than 50 items.
    case tooManyItems(Int)
    /// Two items of the checklist have the same number.
    case repeatedItem(Int)
    /// The checklist has no item with this number.
    case unknownItem(Int)
    /// No weekday is selected.
    case noWeekday
    /// The interval is not 1 to 52 weeks.
    case interval(Int)
    /// The relay knows no time zone with this name.
    case unknownZone(String)
    /// No occurrence is left before the year 10000.
    case neverDue
    /// Children set reminders for themselves only.
    case notForOthers
    /// Only its creator or a parent may change or delete a reminder.
    case notYoursToChange
    /// Only its creator or assignee may complete a reminder, or undo that.
    case notYoursToComplete
    /// Only its creator, its assignee or a parent may tick items and set the place.
    case notYoursToTick
    /// A completed reminder is frozen.
    case completed
    /// More than 30 s have passed since the completion.
    case undoOver
    /// The assignee is not in the family.
    case notInFamily
    /// The family does not let the relay read titles and items.
    case wordsInClear
    /// Only the assignee may snooze a reminder.
    case notYoursToSnooze
    /// The snooze would end later than the family allows; no snooze is possible once that limit has passed.
    case snoozeTooLong(latest: Instant)
    /// The time to which the family lets this reminder be put off has passed.
    case snoozeOver
    /// There is nothing to snooze: the reminder has not been due, or has stopped ringing.
    case notRinging
    /// Only the assignee may report the assignee's position.
    case notYourPosition
    /// A list ends before it begins.
    case emptyRange
    /// A page has less than one or more than 100 reminders.
    case page(Int)
}

extension ReminderError: CustomStringConvertible {
    /// The problem, and the remedy.
    public var description: String {
        switch self {
        case .noWords: "the reminder says nothing; give a title, or words sealed for the members"
        case .text: "a title or an item is empty or too long; use 1 to 400 bytes"
        case .sealedWords: "the sealed words are too long; use at most 8192 bytes for all members together"
        case .tooManyItems(let count): "\(count) items are too many for a checklist; use at most 50"
        case .repeatedItem(let id): "item \(id) stands twice in the checklist; number each item differently"
        case .unknownItem(let id): "the checklist has no item \(id); load the reminder again"
        case .noWeekday: "no weekday is selected; select at least one"
        case .interval(let interval): "an interval of \(interval) weeks is out of range; use 1 to 52"
        case .unknownZone(let name): "'\(name.asForeign)' is not a time zone; use an IANA name such as Europe/Berlin"
        case .neverDue: "the reminder is never due; choose an earlier start"
        case .notForOthers: "children set reminders for themselves only; ask a parent"
        case .notYoursToChange: "only its creator or a parent can change or delete this reminder"
        case .notYoursToComplete: "only its creator or its assignee can complete this reminder, or take that back"
        case .notYoursToTick: "only its creator, its assignee or a parent can tick items and set the place"
        case .completed: "this reminder is completed and cannot be changed; create another one"
        case .undoOver: "a completion can be taken back for 30 seconds; create another reminder"
        case .notInFamily: "the assignee is not in this family; name one of its members"
        case .wordsInClear:
            "this family keeps titles and items from the relay; seal the words, or let a parent allow titles"
        case .notYoursToSnooze: "only its assignee can put this reminder off"
        case .snoozeTooLong(let latest):
            "the family lets this reminder be put off until \(latest.iso8601) at the latest; choose an earlier time, or do it"
        case .snoozeOver:
            "the family lets this reminder be put off no further; do it, or ask a parent to set another time"
        case .notRinging: "nothing rings for this reminder, not yet or not any more; complete it, or set another time"
        case .notYourPosition: "only the assignee's own devices report where the assignee is"
        case .emptyRange: "the list ends before it begins; choose a later end"
        case .page(let size): "a page of \(size) reminders is out of range; use 1 to 100"
        }
    }
}
