import AlarmCore
import AlarmWire
import Storage

extension Engine {
    /// What a member of a circle has sealed for a person about what an alarm rings for, or tells at a stage; nil where
    /// nobody has.
    ///
    /// The relay passes it on as it came: it has no key for it.
    func memberWords(
        of row: AlarmRow,
        at stage: Stage? = nil,
        for person: PersonID,
        in snapshot: any Snapshot
    ) throws -> MemberWords? {
        if row.isCare { return try careNote(of: row, at: stage, for: person, in: snapshot) }
        let presets: [EscalationPolicy] = [.reminder, .completion, .movement]
        guard let subject = row.content.subject, presets.contains(where: { $0.name == row.alarm.preset }),
            let reminder = try record(ReminderBody.self, subject, in: snapshot)?.body.reminder
        else { return nil }
        return reminder.details.sealed[person].flatMap { MemberWords($0, of: reminder) }
    }

    /// What the dweller has said about an alert, or with its end what the member has who looks after them.
    private func careNote(
        of row: AlarmRow,
        at stage: Stage?,
        for person: PersonID,
        in snapshot: any Snapshot
    ) throws -> MemberWords? {
        let stages: [Stage] = [.alert, .alertEnded, .acknowledged]
        guard let stage, stages.contains(stage),
            let alert = try record(CareAlertRecord.self, row.alert, in: snapshot)
        else { return nil }
        let writer = stage == .alert ? alert.owner : alert.body.endedBy
        guard stage == .alert || writer != alert.owner,
            let words = alert.body.notes.first(where: { $0.from == writer })?.sealed[person]
        else { return nil }
        return MemberWords(circle: row.circle, about: alert.id, words: words)
    }
}

extension MemberWords {
    /// Words of a reminder; nil for those that no device can have sealed.
    fileprivate init?(_ words: String, of reminder: Reminder) {
        guard words.utf8.count <= SealedText.messageLimit, let words = SealedText(words) else { return nil }
        self.init(circle: reminder.circle, about: DocumentID(of: reminder.series), words: words)
    }
}
