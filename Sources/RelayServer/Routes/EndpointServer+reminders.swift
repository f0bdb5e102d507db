import AlarmWire
import Engine
import Features

extension EndpointServer {
    /// A family's reminders: creating, showing and changing them, completion, snoozing, and places.
    func serveReminders() {
        handle(Endpoints.Reminders.create) { tx, call in
            try tx.reminders.create(call.message, in: call.target, by: call.device)
        }
        show(Endpoints.Reminders.list) { engine, call, snapshot, now in
            try engine.reminders(
                in: call.target.circle,
                showing: call.target.filter,
                after: call.target.cursor,
                limit: call.target.limit ?? ReminderListTarget.defaultLimit,
                for: call.device,
                at: now,
                in: snapshot
            )
        }
        show(Endpoints.Reminders.show) { engine, call, snapshot, now in
            try engine.reminder(call.target, for: call.device, at: now, in: snapshot)
        }
        handle(Endpoints.Reminders.change) { tx, call in
            try tx.reminders.change(call.target, call.message, by: call.device)
        }
        handle(Endpoints.Reminders.delete) { tx, call in
            try tx.reminders.delete(call.target, by: call.device)
        } settle: { engine, id in
            try await engine.awaitSends(reminder: id)
        }
        handle(Endpoints.Reminders.complete) { tx, call in
            try tx.reminders.completeReminder(call.target, by: call.device)
        } settle: { engine, id in
            try await engine.awaitSends(reminder: id)
        }
        handle(Endpoints.Reminders.undoCompletion) { tx, call in
            try tx.reminders.undoCompletion(of: call.target, by: call.device)
        }
        handle(Endpoints.Reminders.sealAgain) { tx, call in
            try tx.reminders.sealAgain(call.target, call.message, by: call.device)
        }
        handle(Endpoints.Reminders.mark) { tx, call in try tx.reminders.mark(call.target, call.message, by: call.device)
        }
        handle(Endpoints.Reminders.setPlace) { tx, call in
            let (place, time) = (call.message.place, call.message.time)
            return try tx.reminders.setPlace(of: call.target, to: place, during: time, by: call.device)
        }
        handle(Endpoints.Reminders.removePlace) { tx, call in
            try tx.reminders.setPlace(of: call.target, to: nil, by: call.device)
        }
        handle(Endpoints.Reminders.reportPosition) { tx, call in
            try tx.reminders.report(position: call.message, to: call.target, by: call.device)
        }
        handle(Endpoints.Reminders.snooze) { tx, call in
            try tx.reminders.snooze(call.target, call.message, by: call.device)
        }
    }
}
