import AlarmCore
import AlarmWire
import Engine
import Features
import Storage

extension RelayTransaction {
    /// Does what the relay's routes do for people in a family, or what a broken relay would do.
    func answer(
        _ act: FamilyAction,
        of request: DeviceRequest,
        in family: SimulatedFamily,
        from device: Device,
        mutant: Mutant?
    ) throws -> EngineResponse {
        let isForgotten = request.number.isMultiple(of: 2)
        switch act {
        case .complete where mutant == .completionForgotten && isForgotten, .undo where mutant == .undoForgotten,
            .position where mutant == .positionIgnored:
            return EngineResponse(status: 204, body: [])
        case .add(let reminder): return try reminders.create(reminder, in: family.id, by: device)
        case .edit(let id, let reminder): return try reminders.change(id, reminder, by: device)
        case .complete(let id): return try reminders.completeReminder(id, by: device)
        case .undo(let id): return try reminders.undoCompletion(of: id, by: device)
        case .snooze(let id, let end) where mutant == .snoozeUnlimited:
            if let alarm = try record(ReminderBody.self, DocumentID(of: id))?.body.alarm,
                var row = try transaction.alarm(alarm), row.alarm.mayHaveRung(at: now)
            {
                let revision = row.alarm.revision
                let report = AlarmReceipt(report: .snoozed, device: device.id, revision: revision, until: end)
                try run(.receipt(report), on: &row)
            }
            return EngineResponse(status: 204, body: [])
        case .snooze(let id, let end): return try reminders.snooze(id, ReminderSnooze(until: end), by: device)
        case .place(let id): return try reminders.setPlace(of: id, to: SimulatedFamily.place, by: device)
        case .position(let id, let isAway):
            guard let place = isAway ? SimulatedFamily.elsewhere : SimulatedFamily.place else {
                throw Problem(.malformed)
            }
            return try reminders.report(position: place, to: id, by: device)
        case .delete(let id): return try reminders.delete(id, by: device)
        case .leave: return try circles.removeMember(device.person, of: family.id, by: device)
        }
    }
}
