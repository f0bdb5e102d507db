package import AlarmCore
package import AlarmWire
package import Engine
package import Storage

extension Engine {
    /// The most alarms that a list or a synchronisation contains.
    package static let listLimit = 500

    /// An alarm as its sender or receiver may see it.
    ///
    /// - Throws: the problem `not-found` for anyone else.
    package func view(of id: AlarmID, for device: Device, in snapshot: any Snapshot) throws -> AlarmView {
        guard let row = try snapshot.alarm(id), row.sender == device.person || row.receiver == device.person else {
            throw Problem(.notFound)
        }
        return try view(of: row, for: device, in: snapshot, withDeliveries: true)
    }

    /// Every alarm of a device's person that has not ended, set by or for that person, earliest first.
    package func list(for device: Device, in snapshot: any Snapshot) throws -> AlarmList {
        AlarmList(
            alarms: try snapshot.liveAlarms(of: device.person, limit: Self.listLimit).compactMap { row in
                let kind = kinds[row.alarm.preset]
                guard kind.isShown, try !kind.outlivesMembership || snapshot.isActive(circleOf: row) else { return nil }
                return try view(of: row, for: device, in: snapshot, withDeliveries: false)
            }
        )
    }

    func view(
        of row: AlarmRow,
        for device: Device,
        in snapshot: any Snapshot,
        withDeliveries: Bool
    ) throws -> AlarmView {
        let alarm = row.alarm
        var rule: RecurrenceRule?
        if case .recurring(let given, _, _) = alarm.schedule { rule = given }
        var record = withDeliveries ? try snapshot.record(of: row.key) : []
        let last = withDeliveries ? try pastOccurrence(of: row, record: record, in: snapshot) : nil
        // Events of an earlier occurrence, or of an earlier time, are not reported for the coming one.
        if let start = record.lastIndex(where: { [.renewed, .rescheduled].contains($0.event.kind) }) {
            record.removeFirst(start + 1)
        }
        let reminder = try reminder(of: row, in: snapshot)
        let next = alarm.state.isFinal ? nil : alarm.schedule.next(after: alarm.due, zones: zones)
        return AlarmView(
            id: alarm.id,
            pair: row.circle,
            setBy: row.sender,
            preset: kinds.name(of: alarm),
            reminder: reminder?.reminder.id,
            reminderDue: reminder.flatMap { $0.due(before: row) },
            isSetAnew: reminder?.hasReplaced(row) ?? false,
            direction: row.sender == device.person ? .outgoing : .incoming,
            state: try state(of: row, in: snapshot),
            revision: alarm.revision,
            time: alarm.due,
            snoozedUntil: alarm.snoozeEnd(at: clock.now()),
            snoozes: withDeliveries ? record.count { $0.event.kind == .snoozed } : nil,
            nextTime: next,
            rule: rule,
            timeZone: row.content.timeZone,
            ttl: alarm.ttl,
            sound: row.content.sound,
            setAt: row.acceptedAt,
            isLate: record.contains { $0.event.kind == .late },
            isRefused: try isUnwanted(row, in: snapshot),
            isNextRefused: try next.map { try isNextUnwanted(row, at: $0, in: snapshot) } ?? false,
            isSoundOff: alarm.isSoundOff,
            message: row.content.message,
            reply: row.content.reply,
            sealed: try kinds[alarm.preset].memberWords(of: row, at: nil, for: device.person, by: self, in: snapshot),
            clear: try kinds[alarm.preset].clearWords(of: row, by: self, in: snapshot),
            ending: alarm.state.isFinal ? last?.ending : nil,
            last: last,
            deliveries: withDeliveries ? try funnels(of: row, record: record, in: snapshot) : []
        )
    }

    /// The reminder for which an alarm rings; nil for any other alarm, and once the reminder is deleted.
    private func reminder(of row: AlarmRow, in snapshot: any Snapshot) throws -> ReminderBody? {
        guard row.isReminder, let subject = row.content.subject else { return nil }
        return try record(ReminderBody.self, subject, in: snapshot)?.body
    }

    /// An alarm counts as armed as long as a device rings it by itself: a page that may have been closed does not.
    private func state(of row: AlarmRow, in snapshot: any Snapshot) throws -> AlarmState {
        guard row.alarm.state == .armed else { return row.alarm.state }
        let now = clock.now()
        let isArmed = try snapshot.devices(of: row.receiver).contains { device in
            presence.ringsByItself(device, at: now)
                && row.alarm.progress.contains { $0.device == device.id && $0.isArmed }
        }
        return isArmed ? .armed : .scheduled
    }
}

extension ReminderBody {
    /// When the reminder was due, where its present alarm was set after that, and rang at once.
    ///
    /// An alarm that goes on in place of such a one was accepted later. One that recurs may be about its next time.
    fileprivate func due(before row: AlarmRow) -> Instant? {
        guard alarm == row.alarm.id, row.alarm.due == row.acceptedAt || !row.alarm.schedule.recurs,
            reminder.due < row.alarm.due
        else { return nil }
        return reminder.due
    }

    /// Whether another alarm has taken the place of this one, for the same receiver.
    fileprivate func hasReplaced(_ row: AlarmRow) -> Bool {
        guard let alarm, row.alarm.state.isFinal else { return false }
        return alarm != row.alarm.id && reminder.assignee == row.receiver
    }
}

extension Alarm {
    /// Whether it orders no more rings until it is done or put off, because a device has turned its sound off.
    var isSoundOff: Bool { state == .ringing && progress.contains(where: \.hasDismissed) }

    /// The end of a snooze at `now`; nil where nobody has put the alarm off, however late the relay was for it.
    func snoozeEnd(at now: Instant) -> Instant? {
        let isPutOff = state == .snoozed || state == .blocked && promisedTime > now
        return isPutOff && promisedTime > due ? promisedTime : nil
    }
}
