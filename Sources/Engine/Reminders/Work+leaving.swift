import AlarmCore
import Storage

extension Work {
    /// Forgets the open reminders of somebody who has left a family: nothing would ring for them any more.
    func forgetReminders(of assignee: PersonID, in circle: CircleID) throws {
        for record in try records(ReminderBody.self, concerning: circle) {
            let reminder = record.body.reminder
            guard reminder.assignee == assignee, reminder.status == .open else { continue }
            try delete(ReminderBody.self, record.id)
            ripple.persons.insert(reminder.creator)
        }
    }
}
