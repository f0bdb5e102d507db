import AlarmCore
import AlarmWire
import Engine
import Storage

extension Reminders {
    /// The most reminders named in a refusal.
    private static let named = 5

    /// Deletes the clear text of a family's reminders, after the family has revoked the relay's permission to read it.
    ///
    /// Sealed text stays. Completed reminders whose text nobody sealed are deleted, as nobody can change them.
    ///
    /// - Throws: the problem `conflict` for open reminders whose text nobody sealed; it names them.
    func withdrawText(of circle: CircleID) throws {
        var unsealed: [ReminderID] = []
        for record in try tx.records(ReminderBody.self, concerning: circle) where record.body.reminder.details.isClear {
            var body = record.body
            if body.reminder.withdrawText() {
                try save(body)
            } else if body.reminder.status == .completed {
                try tx.delete(ReminderBody.self, record.id)
                tx.commitEffects.persons.formUnion([body.reminder.creator, body.reminder.assignee])
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
