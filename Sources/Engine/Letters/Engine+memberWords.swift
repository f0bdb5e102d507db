import AlarmCore
import AlarmWire
import Storage

extension Engine {
    /// What a member of a circle has sealed for a person about what an alarm rings for; nil where nobody has.
    ///
    /// The relay passes it on as it came: it has no key for it.
    func memberWords(
        of row: AlarmRow,
        for person: PersonID,
        in snapshot: any Snapshot
    ) throws -> MemberWords? {
        let presets: [EscalationPolicy] = [.reminder, .completion, .movement]
        guard let subject = row.content.subject, presets.contains(where: { $0.name == row.alarm.preset }),
            let reminder = try record(ReminderBody.self, subject, in: snapshot)?.body.reminder
        else { return nil }
        return reminder.details.sealed[person].flatMap { MemberWords($0, of: reminder) }
    }
}

extension MemberWords {
    /// Words of a reminder; nil for those that no device can have sealed.
    fileprivate init?(_ words: String, of reminder: Reminder) {
        guard words.utf8.count <= SealedText.messageLimit, let words = SealedText(words) else { return nil }
        self.init(circle: reminder.circle, about: DocumentID(of: reminder.series), words: words)
    }
}
