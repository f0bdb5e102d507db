import AlarmCore
import AlarmWire
import Storage

extension Work {
    /// How many reminders a refusal names.
    private static let named = 5

    /// Forgets what a family's reminders say in clear: the family has taken its words back from the relay.
    ///
    /// What is sealed stays. Completed ones of which nobody sealed the words are forgotten whole, as nobody can change them.
    ///
    /// - Throws: the problem `conflict` for open ones of which nobody sealed the words; it names them.
    func takeBackWords(of circle: CircleID) throws {
        var unsealed: [ReminderID] = []
        for record in try records(ReminderBody.self, concerning: circle) where record.body.reminder.details.isClear {
            var body = record.body
            if body.reminder.takeBackWords() {
                try keep(body)
            } else if body.reminder.status == .completed {
                try delete(ReminderBody.self, record.id)
                ripple.persons.formUnion([body.reminder.creator, body.reminder.assignee])
            } else {
                unsealed.append(body.reminder.id)
            }
        }
        guard unsealed.isEmpty else {
            let names = unsealed.prefix(Self.named).map(\.description).joined(separator: ", ")
            let others = unsealed.count > Self.named ? " and \(unsealed.count - Self.named) more" : ""
            throw Problem(
                .conflict,
                detail: "nobody sealed the words of the open reminders \(names)\(others): seal or delete them first"
            )
        }
    }
}
