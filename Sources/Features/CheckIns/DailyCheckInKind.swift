import AlarmCore
import AlarmWire
import Engine
import Storage
import Wording

/// The daily reminder to check in, which is left out once the person has checked in that day.
struct DailyCheckInKind: AlarmKind {
    var policy: EscalationPolicy { .dailyCheckIn }

    /// The person's own addresses.
    func tiers(
        of audience: EscalationStep.Audience,
        receiver: PersonID,
        circle: CircleID,
        subject: DocumentID?,
        in tx: RelayTransaction
    ) throws -> [[AlarmContext.Addressee]] {
        guard audience == .receiver else { return [] }
        return [try tx.checkIns.ownAddresses(of: receiver).map { AlarmContext.Addressee($0) }]
    }

    /// The reminder comes to the person's own addresses with a link to check in.
    func contactWords(
        for contact: SealedRecord<Contact>,
        _ links: ContactLinks,
        in context: DeliveryContext
    ) throws -> (any ContactWords)? {
        guard context.order.stage == .checkInReminder, !contact.isNamed else { return nil }
        return OwnWarning(
            stage: context.order.stage.rawValue,
            variant: policy.name,
            values: [:],
            checkInURL: links.checkIn,
            unsubscribeURL: links.unsubscribe
        )
    }

    /// Takes an acknowledgement as a check-in; a snooze lets the reminder come again, as that of an alarm would.
    ///
    /// - Throws: what a check-in throws; the problem `not-found` for another person's alarm.
    func take(
        _ receipt: Receipt,
        of row: AlarmRow,
        from device: Device,
        in tx: RelayTransaction
    ) throws -> EngineResponse? {
        guard receipt.report == .acknowledged || receipt.report == .completed else { return nil }
        guard row.receiver == device.person else { throw Problem(.notFound) }
        let id = row.alarm.id
        // An answer to yesterday's reminder is a sign of life of today.
        try tx.checkIns.checkIn(answering: device)
        try tx.recordSignOfLife(from: device.id)
        let after = try tx.transaction.alarm(id)?.alarm ?? row.alarm
        return EngineResponse(200, ReceiptAccepted(id: id, state: after.state, revision: after.revision))
    }

    /// Nothing is sent on a day with a check-in, on another day than the reminder's, or while the plan is off or paused.
    ///
    /// Asked just before each push starts. That the relay was away at the time is not told either: the warnings before
    /// the deadline follow.
    func mayTell(_ context: DeliveryContext) throws -> Bool {
        switch context.order.stage {
        case .checkInReminder: break
        case .missed, .noAnswer: return false
        default: return true
        }
        guard let watch = try context.record(CheckInRecord.self, DocumentID(of: context.row.receiver)),
            watch.dailyReminder == context.row.alarm.id, watch.settings.isOn, watch.settings.remindAt != nil
        else { return false }
        let now = context.now
        if let end = watch.settings.pausedUntil, now < end { return false }
        let zone = context.row.alarm.schedule.zone.flatMap { context.engine.zones.rules(for: $0) } ?? .utc
        func day(_ instant: Instant) -> LocalDate { zone.localDateTime(at: instant).date }
        guard day(context.row.alarm.due) == day(now) else { return false }
        return watch.lastCheckIn.map { day(min($0, now)) != day(now) } ?? true
    }

    /// A cancelled reminder would return with the next change of the plan.
    func requireCancelling(_ row: AlarmRow) throws {
        guard !row.alarm.state.isFinal else { return }
        throw Problem(
            .conflict,
            detail: "this is the daily reminder of a check-in plan: check in, or change the plan"
        )
    }
}

extension CheckIns {
    /// Checks in by the answer to a warning or a reminder.
    func checkIn(answering device: Device) throws {
        let entry = CheckInReport.Entry(at: now, timeZone: device.timeZone, source: .notification)
        try checkIn(device.person, entry, from: device.id, sparing: device.id)
    }
}
