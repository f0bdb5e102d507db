import AlarmCore
import AlarmWire
import Engine
import Storage

/// An alarm about a family's reminder, which is its subject.
protocol FamilyAlarmKind: AlarmKind {}

extension FamilyAlarmKind {
    /// The family's parents, the only audience besides the assignee and the creator.
    func tiers(
        of audience: EscalationStep.Audience,
        receiver: PersonID,
        circle: CircleID,
        subject: DocumentID?,
        in tx: RelayTransaction
    ) throws -> [[AlarmContext.Addressee]] {
        audience == .parents ? [try tx.circles.parents(of: circle)] : []
    }

    /// A person who has left the family is told nothing more, and nobody that what is done meanwhile is not done.
    func mayTell(_ context: DeliveryContext) throws -> Bool {
        if let person = try context.person, try !context.snapshot.isMember(person, of: context.row.circle) {
            return false
        }
        let undone: [Stage] = [.noAnswerYet, .noAnswer, .unfinished]
        guard undone.contains(context.order.stage), let subject = context.row.content.subject else { return true }
        return try context.record(ReminderBody.self, subject)?.reminder.status == .open
    }

    /// The reminder's sealed text, for each family member who can read it.
    func memberWords(
        of row: AlarmRow,
        at stage: Stage?,
        for person: PersonID,
        by engine: Engine,
        in snapshot: any Snapshot
    ) throws -> MemberWords? {
        guard let subject = row.content.subject,
            let body = try engine.record(ReminderBody.self, subject, in: snapshot)?.body
        else { return nil }
        return body.reminder.details.sealed[person].flatMap { MemberWords($0, of: body) }
    }

    /// The reminder's title, where the family lets the relay read it.
    func clearWords(of row: AlarmRow, by engine: Engine, in snapshot: any Snapshot) throws -> ClearWords? {
        guard let subject = row.content.subject,
            let body = try engine.record(ReminderBody.self, subject, in: snapshot)?.body
        else { return nil }
        return body.reminder.details.title.map { ClearWords(circle: body.reminder.circle, by: body.setBy, text: $0) }
    }

    /// The catalogue's text, under the reminder's title where the relay may read it.
    func pushWords(for device: Device, in context: DeliveryContext) throws -> PushWords? {
        let undone = try undoneTimes(in: context)
        var words = try context.words(
            for: device,
            duration: timeLeft(in: context),
            time: undone.map { $0.putOffUntil ?? $0.due },
            former: undone.flatMap { $0.putOffUntil == nil ? nil : $0.due },
            text: textName(in: context, isPutOff: undone?.putOffUntil != nil)
        )
        if let title = try clearWords(of: context.row, by: context.engine, in: context.snapshot)?.text {
            words.title = title
        }
        return words
    }

    /// When a reminder that is not done was due, and until when it was put off last; nil for a notice of anything else.
    private func undoneTimes(in context: DeliveryContext) throws -> (due: Instant, putOffUntil: Instant?)? {
        let (order, alarm) = (context.order, context.row.alarm)
        guard [.noAnswerYet, .unfinished, .noAnswer].contains(order.stage) else { return nil }
        guard order.revision == alarm.revision else { return (order.due, nil) }
        var due = alarm.due
        if !alarm.schedule.recurs, let subject = context.row.content.subject,
            let reminder = try context.record(ReminderBody.self, subject)?.reminder
        {
            // An alarm that was set anew after the reminder was due rang at once.
            due = min(due, reminder.due)
        }
        return (due, alarm.promisedTime > alarm.due ? alarm.promisedTime : nil)
    }

    /// The time until it rings, for a notice of it: in whole minutes where the seconds of sending alone are missing.
    private func timeLeft(in context: DeliveryContext) -> Span? {
        guard context.order.stage == .reminderSoon else { return nil }
        let left = max(context.row.alarm.base - context.now, .zero)
        let minute = Span.minutes(1).milliseconds
        let missing = (minute - left.milliseconds % minute) % minute
        return missing <= Span.seconds(10).milliseconds ? left + .milliseconds(missing) : left
    }

    /// The name of the text for a stage: a notice offers to set the place only where none is set, and says of a reminder
    /// that was put off that it rings again; a reminder that its assignee's consent keeps from ringing was not taken off;
    /// of one that is not done, the parents read that it was put off, and of one that is done, that whoever has done it
    /// is not in the family any more, and so has no name here.
    private func textName(in context: DeliveryContext, isPutOff: Bool) throws -> String {
        let (stage, row) = (context.order.stage, context.row)
        if isPutOff, stage != .noAnswer { return "\(stage.rawValue).put-off" }
        if stage == .completed, try !context.snapshot.isMember(row.receiver, of: row.circle) {
            return "\(stage.rawValue).left"
        }
        if stage == .declined {
            let refusal = try context.engine.refusal(
                by: row.receiver,
                of: row.sender,
                at: context.order.due,
                in: context.snapshot
            )
            return refusal == nil ? stage.rawValue : "declined.refused"
        }
        guard stage == .reminderSoon else { return stage.rawValue }
        if row.alarm.snoozeEnd(at: context.now) != nil { return "reminder-soon.again" }
        guard let subject = row.content.subject,
            try context.record(ReminderBody.self, subject)?.reminder.place != nil
        else { return stage.rawValue }
        return "reminder-soon.placed"
    }
}

extension MemberWords {
    /// The text of a reminder, by whoever set it; nil where no device can have sealed it.
    fileprivate init?(_ words: String, of body: ReminderBody) {
        guard words.utf8.count <= SealedText.messageLimit, let words = SealedText(words) else { return nil }
        self.init(
            circle: body.reminder.circle,
            about: DocumentID(of: body.reminder.series),
            words: words,
            by: body.setBy
        )
    }
}

/// A notice to the parents of a family about a reminder.
struct ParentNoticeKind: FamilyAlarmKind {
    /// The notice that a reminder was completed 30 s ago, and the completion not undone since.
    static let completion = ParentNoticeKind(policy: .completion)
    /// The notice that the assignee has left the place where they should stay.
    static let movement = ParentNoticeKind(policy: .movement)

    let policy: EscalationPolicy

    /// A completion stands, whoever leaves the family before it is told.
    var outlivesMembership: Bool { policy.name == EscalationPolicy.completion.name }
}
