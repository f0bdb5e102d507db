import AlarmCore
import AlarmWire
import Engine
import Storage

extension Engine {
    /// The latest occurrence of an alarm that has ended, by its whole `record`; nil where none has, or nothing tells
    /// which it was.
    func pastOccurrence(
        of row: AlarmRow,
        record: [RecordLine],
        in snapshot: any Snapshot
    ) throws -> PastOccurrence? {
        let outcome = try kinds[row.alarm.preset].subjectOutcome(of: row, by: self, in: snapshot)
        if case .done(let done) = outcome { return done }
        let undoing = record.undoing(of: row.alarm)
        var past = try recordedOccurrence(of: row, undoing.map { Array(record[..<$0]) } ?? record, in: snapshot)
        // A completion that was taken back is none.
        if outcome == .open || undoing != nil, past?.ending == .answered {
            past?.ending = .cancelled
            past?.by = nil
        }
        return past
    }

    private func recordedOccurrence(
        of row: AlarmRow,
        _ record: [RecordLine],
        in snapshot: any Snapshot
    ) throws -> PastOccurrence? {
        let alarm = row.alarm
        let occurrences = record.split(omittingEmptySubsequences: false) { $0.event.kind.beginsRevision }
        if alarm.state.isFinal, !hasEndedWithSubject(row, record) {
            let present = occurrences.last ?? []
            guard let ending = ending(of: alarm, present.map(\.event.kind)) else { return nil }
            let end = present.last { $0.event.kind.ending != nil }
            return PastOccurrence(
                time: try dueTime(of: row, in: snapshot),
                ending: ending,
                at: end?.at ?? row.changedAt,
                by: try doer(of: row, ending, by: end, in: snapshot)
            )
        }
        // Without a line for every new revision nothing tells which occurrence was the one before.
        guard kinds[alarm.preset].recordsChanges, let start = record.lastIndex(where: { $0.event.kind == .renewed })
        else { return nil }
        let later = record[start...].count { $0.event.kind.beginsRevision }
        guard let end = occurrences.dropLast(later).last?.last(where: { $0.event.kind.ending != nil }),
            let ending = end.event.kind.ending,
            let time = try time(of: row, revision: alarm.revision - later, in: snapshot)
        else { return nil }
        return PastOccurrence(
            time: time,
            ending: ending,
            at: end.at,
            by: try doer(of: row, ending, by: end, in: snapshot)
        )
    }

    /// Whoever did what a reminder was about, by the device that said so; nil for any other alarm and ending.
    private func doer(
        of row: AlarmRow,
        _ ending: AlarmView.Ending,
        by line: RecordLine?,
        in snapshot: any Snapshot
    ) throws -> PersonID? {
        guard row.isReminder, ending == .answered else { return nil }
        return try line?.event.device.flatMap { try snapshot.device($0)?.person }
    }

    /// The due time of an alarm that does not recur.
    ///
    /// A reminder that is open again after its time rings at once, by another alarm; the first one, which has the
    /// reminder's identifier, was due when the reminder was.
    private func dueTime(of row: AlarmRow, in snapshot: any Snapshot) throws -> Instant {
        let due = row.alarm.due
        guard row.isReminder, !row.alarm.schedule.recurs, due == row.acceptedAt, let subject = row.content.subject,
            AlarmID(subject) != row.alarm.id,
            let first = try snapshot.alarm(AlarmID(subject))?.alarm, first.state.isFinal, first.due < due
        else { return due }
        return first.due
    }

    /// How the present occurrence ended; a dismissal ends an alarm like an answer, and is none.
    private func ending(of alarm: Alarm, _ record: [AlarmEvent.Kind]) -> AlarmView.Ending? {
        switch alarm.state {
        case .acknowledged:
            record.last { [.acknowledged, .dismissed].contains($0) } == .dismissed ? .dismissed : .answered
        case .missed: .missed
        case .cancelled: record.contains(.revoked) ? .ended : record.contains(.declined) ? .declined : .cancelled
        case .scheduled, .armed, .ringing, .snoozed, .blocked, .told: nil
        }
    }

    /// Whether an alarm ended because its subject was done, which leaves its later occurrences to another alarm.
    private func hasEndedWithSubject(_ row: AlarmRow, _ record: [RecordLine]) -> Bool {
        let end = record.filter { $0.event.kind.ending != nil || $0.event.kind == .renewed }.suffix(3)
        return (row.content.subject != nil || row.isReminder)
            && end.map(\.event.kind) == [.acknowledged, .renewed, .cancelled]
            && Set(end.map(\.at)).count == 1
    }

    /// The due time of an occurrence by what was sent about it, else by the schedule; nil where neither tells it.
    ///
    /// A change of the receiver's consent begins a revision without a line: the one before may be the present occurrence.
    private func time(of row: AlarmRow, revision: Int, in snapshot: any Snapshot) throws -> Instant? {
        let sent = try snapshot.deliveries(of: row.key).first {
            $0.order.revision == revision && $0.order.due != row.alarm.due
        }
        if let sent { return sent.order.due }
        guard revision == row.alarm.revision - 1 else { return nil }
        return row.alarm.schedule.last(before: row.alarm.due, zones: zones)
    }
}

extension AlarmRow {
    /// Whether it rings for a family's reminder, also where that is deleted and its subject forgotten.
    var isReminder: Bool { alarm.preset == EscalationPolicy.reminder.name }
}

extension [RecordLine] {
    /// The index of the line after the end of `alarm` that says that the completion which ended it was taken back; nil
    /// where there is none.
    fileprivate func undoing(of alarm: Alarm) -> Int? {
        guard alarm.state.isFinal, let last = lastIndex(where: { $0.event.kind.ending != nil }),
            self[last].event.kind == .cancelled
        else { return nil }
        let before = self[..<last].last { $0.event.kind.ending != nil || $0.event.kind == .renewed }
        return alarm.state == .acknowledged || before?.event.kind == .cancelled ? last : nil
    }
}

extension AlarmEvent.Kind {
    /// Whether a revision begins with the event.
    fileprivate var beginsRevision: Bool { self == .renewed || self == .rescheduled }

    /// How an occurrence ended with the event; nil for an event that ends none.
    fileprivate var ending: AlarmView.Ending? {
        switch self {
        case .acknowledged: .answered
        case .dismissed: .dismissed
        case .declined: .declined
        case .missed: .missed
        case .cancelled: .cancelled
        case .revoked: .ended
        case .received, .accepted, .armed, .due, .ringing, .snoozed, .rescheduled, .blocked, .unblocked, .renewed,
            .late,
            .credited, .stale, .deliveryRefused, .deliveryExpired:
            nil
        }
    }
}

extension AlarmSchedule {
    /// The last due time before `due`, as far back as a year and some days; nil where there is none.
    fileprivate func last(before due: Instant, zones: any ZoneProvider) -> Instant? {
        for span in [Span.days(2), .days(15), .days(63), .days(367)] {
            guard var found = next(after: due - span, zones: zones), found < due else { continue }
            while let later = next(after: found, zones: zones), later < due { found = later }
            return found
        }
        return nil
    }
}
