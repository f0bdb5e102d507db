import AlarmCore
import AlarmWire
import Engine
import Storage

extension Reminders {
    /// Passes the reminders that a person set for others on to a parent, for whom they ring from then on.
    ///
    /// Their words stay as they were sealed until a device that can read them seals them anew.
    func handOver(from person: PersonID, to parent: PersonID, in circle: CircleID) throws {
        for record in try tx.records(ReminderBody.self, concerning: circle) {
            var body = record.body
            guard body.reminder.creator == person, body.reminder.assignee != person else { continue }
            let isRinging = try liveAlarm(of: body) != nil || body.isHeldBack
            if isRinging { try silence(&body) }
            // Nobody is said to have set what they have only taken over.
            let author = body.setBy
            body.reminder.handOver(to: parent)
            body.author = author == parent ? nil : author
            if isRinging, body.reminder.status == .open { try reopen(&body) }
            try save(body)
        }
    }
}
