import AlarmCore
import AlarmWire
import Storage

extension Work {
    /// Takes what a device reports of a check-in's deadline; nil where it is about something else, or no answer.
    ///
    /// The deadline is the plan's, and no receipt ends it without the plan: to acknowledge it is to check in, also on a
    /// notification of an earlier revision and once the contacts are told; to snooze it is to snooze the plan, by its 24 h.
    /// Who puts a notification away has said nothing.
    ///
    /// - Throws: what a check-in and a snooze throw; the problem `not-found` for an alarm of somebody else.
    func takeCheckIn(_ receipt: Receipt, of id: AlarmID, from device: Device) throws -> Answer? {
        guard let row = try transaction.alarm(id), row.isCheckIn else { return nil }
        guard row.receiver == device.person else { throw Problem(.notFound) }
        let watch = try watch(of: device.person)
        switch receipt.report {
        case .received, .armed, .ringing: return nil
        case .dismissed: break
        case .acknowledged, .completed:
            if watch?.concerns(id) ?? false {
                try checkIn(
                    device.person,
                    CheckInReport.Entry(at: now, timeZone: device.timeZone),
                    from: device.id
                )
            }
        case .snoozed:
            // Said again, it is about a revision that is over.
            if watch?.alarm == id, receipt.revision == row.alarm.revision { _ = try snoozeCheckIn(by: device) }
        }
        try hear(from: device.id)
        let after = try transaction.alarm(id)?.alarm ?? row.alarm
        let accepted = ReceiptAccepted(
            id: id,
            state: after.state,
            revision: after.revision,
            snoozedUntil: receipt.report == .snoozed && !after.state.isFinal ? after.base : nil
        )
        return Answer(200, accepted)
    }

    /// Refuses to take back the deadline of a check-in, which would come back with the next change of the plan.
    func refuseCheckIn(_ row: AlarmRow) throws {
        guard row.isCheckIn, !row.alarm.state.isFinal else { return }
        throw Problem(
            .conflict,
            detail: "this alarm stands for a check-in that is due: check in, pause the plan, or turn it off"
        )
    }
}

extension AlarmRow {
    /// Whether it stands for the deadline of a check-in.
    fileprivate var isCheckIn: Bool { telling != nil }
}
