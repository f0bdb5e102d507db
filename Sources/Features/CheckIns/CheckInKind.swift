import AlarmCore
import AlarmWire
import Engine
import Storage
import Wording

/// The deadline of a check-in: the person is warned, and their contacts are told when it passes without a check-in.
///
/// The deadline belongs to the check-in plan: its alarm follows the plan, and only the plan ends or moves it.
struct CheckInKind: AlarmKind {
    /// The check-in policy that it follows.
    let plan: CheckInPlan.Kind

    init(_ plan: CheckInPlan.Kind) {
        self.plan = plan
    }

    var policy: EscalationPolicy { .checkIn(of: plan) }

    /// Takes an answer as one to the plan: an acknowledgement checks in, a snooze snoozes the plan.
    ///
    /// A check-in counts even from a notification of an earlier revision, and after the contacts were told; a snooze
    /// lasts the plan's 24 h. Dismissing a notification is no check-in.
    ///
    /// - Throws: what a check-in and a snooze throw; the problem `not-found` for another person's alarm.
    func take(
        _ receipt: Receipt,
        of row: AlarmRow,
        from device: Device,
        in tx: RelayTransaction
    ) throws -> EngineResponse? {
        guard row.receiver == device.person else { throw Problem(.notFound) }
        let id = row.alarm.id
        let watch = try tx.checkIns.watch(of: device.person)
        switch receipt.report {
        case .received, .armed, .ringing: return nil
        case .dismissed: break
        case .acknowledged, .completed:
            if watch?.concerns(id) ?? false {
                try tx.checkIns.checkIn(answering: device)
            }
        case .snoozed:
            // A repeat is about an earlier revision.
            if watch?.alarm == id, receipt.revision == row.alarm.revision { _ = try tx.checkIns.snooze(by: device) }
        }
        try tx.recordSignOfLife(from: device.id)
        let after = try tx.transaction.alarm(id)?.alarm ?? row.alarm
        let accepted = ReceiptAccepted(
            id: id,
            state: after.state,
            revision: after.revision,
            snoozedUntil: receipt.report == .snoozed && !after.state.isFinal ? after.base : nil
        )
        return EngineResponse(200, accepted)
    }

    /// A cancelled alarm would return with the next change of the plan.
    func requireCancelling(_ row: AlarmRow) throws {
        guard !row.alarm.state.isFinal else { return }
        throw Problem(
            .conflict,
            detail: "this alarm stands for a check-in that is due: check in, pause the plan, or turn it off"
        )
    }

    /// A check-in reminder states how long ago the last check-in was.
    func pushWords(for device: Device, in context: DeliveryContext) throws -> PushWords? {
        guard context.order.stage == .checkInReminder else { return try context.words(for: device) }
        let watch = try context.record(CheckInRecord.self, DocumentID(of: context.row.receiver))
        let now = context.now
        let since = max(now - (watch?.lastCheckIn ?? watch?.start ?? now), .zero)
        return try context.words(for: device, duration: since)
    }

    /// Contacts are told that no check-in came, and later that the person is back or has asked for more time.
    func contactWords(
        for contact: SealedRecord<Contact>,
        _ links: ContactLinks,
        in context: DeliveryContext
    ) throws -> (any ContactWords)? {
        let (engine, row, order) = (context.engine, context.row, context.order)
        let person = try context.receiverName ?? ""
        let watch = try context.record(CheckInRecord.self, DocumentID(of: row.receiver))
        switch order.stage {
        case .alert:
            guard let watch else { return nil }
            let first = engine.kinds.policy(of: row.alarm.preset).telling
            return engine.missedCheckIn(
                of: person,
                watch,
                card: try engine.cardInLetters(of: row.receiver, in: context.snapshot),
                place: try engine.lastPlace(of: row.receiver, in: context.snapshot),
                at: context.now,
                isSecond: order.offset.map { $0 > first } ?? false,
                unsubscribeURL: links.unsubscribe
            )
        case .allClear, .putOff:
            let isPutOff = order.stage == .putOff
            return AllClear(
                personName: person,
                signOfLife: isPutOff ? .putOff : .checkedIn,
                at: isPutOff ? context.orderedAt : watch?.lastCheckIn ?? context.orderedAt,
                zone: watch?.timeZone.flatMap { engine.zones.rules(for: $0) } ?? .utc,
                unsubscribeURL: links.unsubscribe
            )
        default: return nil
        }
    }
}

extension Engine {
    /// The message to a contact about a person who had not checked in by `now`.
    func missedCheckIn(
        of person: String,
        _ watch: CheckInRecord,
        card: EmergencyCard?,
        place: (place: Place, at: Instant)?,
        at now: Instant,
        isSecond: Bool,
        unsubscribeURL: String
    ) -> MissedCheckIn {
        MissedCheckIn(
            personName: person,
            since: (watch.lastCheckIn ?? watch.start).map { max(now - $0, .zero) } ?? .zero,
            lastCheckIn: watch.lastCheckIn,
            zone: watch.timeZone.flatMap { zones.rules(for: $0) } ?? .utc,
            place: place.map { LastPlace($0.place, at: $0.at) },
            card: card.map(CardLines.init),
            isSecond: isSecond,
            unsubscribeURL: unsubscribeURL
        )
    }
}
