import AlarmCore
import AlarmWire

/// A request that somebody in a family makes of the relay.
enum FamilyAction {
    case add(ReminderRequest)
    case edit(ReminderID, ReminderRequest)
    case complete(ReminderID)
    case undo(ReminderID)
    case snooze(ReminderID, until: Instant?)
    case place(ReminderID)
    case position(ReminderID, isAway: Bool)
    case delete(ReminderID)
    case leave

    /// The reminder that the request concerns.
    var reminder: ReminderID? {
        switch self {
        case .add, .leave: nil
        case .edit(let id, _), .complete(let id), .undo(let id), .snooze(let id, _), .place(let id),
            .position(let id, _),
            .delete(let id):
            id
        }
    }

    /// The reminder that must not ring any more once the request was answered.
    var silences: ReminderID? {
        switch self {
        case .complete(let id), .delete(let id): id
        default: nil
        }
    }
}

extension FamilyAction: CustomStringConvertible {
    var description: String {
        switch self {
        case .add: "set a reminder"
        case .edit: "move a reminder"
        case .complete: "complete a reminder"
        case .undo: "take the completion back"
        case .snooze: "put a reminder off"
        case .place: "watch a place"
        case .position: "report a position"
        case .delete: "forget a reminder"
        case .leave: "leave the family"
        }
    }
}
