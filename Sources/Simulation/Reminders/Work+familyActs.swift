import AlarmCore
import AlarmWire
import Engine
import Storage

extension Work {
    /// Does what the relay's routes do for people in a family, or what a broken one would.
    func answer(
        _ act: FamilyAct,
        of request: Request,
        in family: Family,
        from device: Device,
        mutant: Mutant?
    ) throws -> Answer {
        let isForgotten = request.number.isMultiple(of: 2)
        switch act {
        case .complete where mutant == .completionForgotten && isForgotten, .undo where mutant == .undoForgotten,
            .position where mutant == .positionIgnored:
            return Answer(status: 204, body: [])
        case .add(let reminder): return try createReminder(reminder, in: family.id, by: device)
        case .edit(let id, let reminder): return try changeReminder(id, reminder, by: device)
        case .complete(let id): return try completeReminder(id, by: device)
        case .undo(let id): return try undoCompletion(of: id, by: device)
        case .snooze(let id, let end): return try snoozeReminder(id, ReminderSnooze(until: end), by: device)
        case .place(let id): return try setPlace(of: id, to: Family.place, by: device)
        case .position(let id, let isAway):
            guard let place = isAway ? Family.elsewhere : Family.place else { throw Problem(.malformed) }
            return try report(position: place, to: id, by: device)
        case .delete(let id): return try deleteReminder(id, by: device)
        case .leave: return try removeMember(device.person, of: family.id, by: device)
        }
    }
}
