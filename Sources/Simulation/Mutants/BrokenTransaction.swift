import AlarmCore
import AlarmWire
import Storage

/// A transaction that breaks one promise.
final class BrokenTransaction: RecordingTransaction {
    private var mutant: Mutant? { world.mutant }
    /// Whether an inquiry has been answered, upon which the history of its alert is changed.
    private var endsInquiry = false

    override func deleteDocument(_ kind: Document.Kind, id: DocumentID) throws {
        if kind == .inquiry { endsInquiry = true }
        try super.deleteDocument(kind, id: id)
    }

    override func put(_ document: Document) throws {
        if mutant == .lossKept, endsInquiry, document.kind == .alert, world.serving == nil { return }
        try super.put(document)
    }

    override func delivery(_ id: DeliveryID, of alarm: AlarmKey) throws -> DeliveryRow? {
        guard var row = try super.delivery(id, of: alarm) else { return nil }
        if mutant == .leaseNotFenced, !row.state.isFinal {
            row.state = .leased
            row.leaseHolder = ""
            row.attempts = 1
        }
        return row
    }

    override func devices(of person: PersonID) throws -> [Device] {
        let devices = try reader.devices(of: person)
        guard mutant == .browsersHandedTo else { return devices }
        return devices.map { device in
            var device = device
            device.move(to: .apns, at: device.address)
            return device
        }
    }

    override func alarm(_ id: AlarmID) throws -> AlarmRow? {
        if mutant == .rehearsalGoesOn, case .checkIn? = world.serving?.kind, let row = try super.alarm(id),
            row.alarm.preset == Rehearsal.name(of: .standard) || row.alarm.preset == Rehearsal.name(of: .gentle)
        {
            return nil
        }
        guard var row = try super.alarm(id) else { return nil }
        if mutant == .questionWithdrawn, case .care(.activity)? = world.serving?.kind,
            row.alarm.preset == EscalationPolicy.inactivity.name, row.alarm.state == .ringing
        {
            row.alarm = row.alarm.waiting(until: row.alarm.base + .hours(24))
        }
        if mutant == .noticeDismissalSilences, case .report(_, let receipt)? = world.serving?.kind,
            receipt.report == .dismissed, row.alarm.preset == EscalationPolicy.reminder.name
        {
            row.alarm = row.alarm.dismissed
        }
        return row
    }

    override func device(_ id: DeviceID) throws -> Device? {
        guard var device = try super.device(id), mutant == .returningPhoneForgotten, world.serving == nil else {
            return try super.device(id)
        }
        device.address = nil
        return device
    }

    override func update(_ device: Device) throws {
        if mutant == .linkForgotten, case .link(.acknowledge)? = world.serving?.kind { return }
        try super.update(device)
    }

    override func blindIntervals(limit: Int) throws -> [BlindInterval] {
        let intervals = try super.blindIntervals(limit: limit)
        guard mutant == .absenceInvented else { return intervals }
        let now = life.lastReading
        return [BlindInterval(from: now - .hours(1), until: now, cause: .ended)] + intervals
    }

    override func leaseDeliveries(
        at now: Instant,
        until end: Instant,
        holder: String,
        limit: Int
    ) throws -> [DeliveryRow] {
        let given = mutant == .leaseNotExclusive ? min(end, now + .milliseconds(500)) : end
        let rows = try super.leaseDeliveries(at: now, until: given, holder: holder, limit: limit)
        switch mutant {
        case .leaseNotFenced:
            return rows.map { row in
                var row = row
                row.leaseHolder = ""
                row.attempts = 1
                return row
            }
        case .epochNotChecked:
            return try rows.map { row in
                guard let epoch = try base.alarm(key: row.alarm)?.alarm.epoch else { return row }
                return row.changed { $0.epoch = epoch }
            }
        case .deadlineIgnored: return rows.map { row in row.changed { $0.deadline = $0.deadline + .hours(48) } }
        default: return rows
        }
    }

    override func supersedeDeliveries(of alarm: AlarmKey, before epoch: Int) throws {
        if mutant == .epochNotChecked { return }
        try super.supersedeDeliveries(of: alarm, before: epoch)
    }

    override func insert(_ delivery: DeliveryRow) throws {
        switch mutant {
        case .outboxAfterCommit:
            late.append(delivery)
            return
        case .lateContactForgotten where delivery.order.stage == .alert:
            if case .decide? = world.serving?.kind { return }
        case .senderNotTold where !delivery.order.stage.asksForAction && delivery.order.stage != .cancel:
            if world.roll(1, in: 4) { return }
        case .warningLost where delivery.order.stage == .checkInDue,
            .contactNotTold where delivery.order.stage == .alert && delivery.order.destination.device == nil,
            .textNotOrdered where delivery.order.stage == .alert && delivery.order.destination.medium == .sms,
            .callNotOrdered where delivery.order.destination.medium == .call,
            .webhookNotOrdered where delivery.order.stage == .alert && delivery.order.destination.medium == .webhook,
            .memberNotTold where delivery.order.stage == .alert && delivery.order.destination.device != nil,
            .completionNotTold where delivery.order.stage == .completed,
            .unfinishedNotTold where delivery.order.stage == .unfinished,
            .questionLost where delivery.order.stage == .areYouWell,
            .alertEndLost where delivery.order.stage == .alertEnded,
            .allClearLost where delivery.order.stage == .allClear:
            if world.roll(1, in: 4) { return }
        case .callHurried where delivery.order.destination.medium == .call:
            var hurried = delivery
            hurried.notBefore = hurried.createdAt
            return try super.insert(hurried)
        case .allClearRepeated where delivery.order.stage == .allClear,
            .completionRepeated where delivery.order.stage == .completed:
            try super.insert(delivery.named(DeliveryID(uuidV5: "again", in: delivery.order.id)))
        default: break
        }
        try super.insert(delivery)
    }

    override func update(_ delivery: DeliveryRow) throws {
        if mutant == .resultNotRecorded, delivery.state == .accepted { return }
        if mutant == .returnIgnored && world.returning != nil || mutant == .lossIgnored && world.returning == nil,
            delivery.state != .accepted, try base.delivery(delivery.order.id, of: delivery.alarm)?.state == .accepted
        {
            return
        }
        var delivery = delivery
        if mutant == .leaseNotFenced, let row = try base.delivery(delivery.order.id, of: delivery.alarm) {
            delivery.attempts = row.attempts
        }
        try super.update(delivery)
    }

    override func insert(_ alarm: NewAlarm) throws -> AlarmRow {
        var alarm = alarm
        if mutant == .wakeLost, world.roll(1, in: 20) { alarm.wakeAt = nil }
        return try super.insert(alarm)
    }

    override func setWake(of alarm: AlarmKey, at instant: Instant?) throws {
        if mutant == .wakeLost, instant != nil, world.roll(1, in: 20) { return }
        try super.setWake(of: alarm, at: instant)
    }

    override func insert(_ replay: Replay) throws {
        if mutant == .repeatsDoneAgain { return }
        try super.insert(replay)
    }

    override func takeOver(heartbeatBefore instant: Instant) throws -> TakeOver {
        switch mutant {
        case .leasesNotReleased: TakeOver()
        case .livingTakenOver: try super.takeOver(heartbeatBefore: world.now)
        default: try super.takeOver(heartbeatBefore: instant)
        }
    }

    override func takeOverAll() throws -> TakeOver {
        if mutant == .leasesNotReleased { return TakeOver() }
        return try super.takeOverAll()
    }

    override func insert(_ interval: BlindInterval) throws {
        if mutant == .absenceForgotten { return }
        try super.insert(interval)
    }

    override func claimWakes(through now: Instant, limit: Int) throws -> [Wake] {
        let wakes = try super.claimWakes(through: now, limit: limit)
        guard mutant == .orderRepeated else { return wakes }
        // A worker that claims a wake finds the last accepted delivery pending again.
        for wake in wakes where world.roll(1, in: 4) {
            guard var row = try base.deliveries(of: wake.alarm).last, row.state == .accepted else { continue }
            row.endLease(as: .pending)
            row.finishedAt = nil
            try update(row)
        }
        return wakes
    }
}

extension Alarm {
    /// The same alarm as if it had not come due yet, as only a broken store would return it.
    fileprivate func waiting(until base: Instant) -> Alarm {
        changed(state: .scheduled, base: base, progress: progress)
    }

    /// The same alarm as if somebody had stopped its sound on every phone, as only a broken store would return it.
    fileprivate var dismissed: Alarm {
        let progress = progress.map { known in
            var known = known
            known.hasDismissed = true
            return known
        }
        return changed(state: state, base: base, progress: progress)
    }

    private func changed(state: AlarmState, base: Instant, progress: [DeviceProgress]) -> Alarm {
        Alarm(
            id: id,
            preset: preset,
            schedule: schedule,
            ttl: ttl,
            state: state,
            due: due,
            base: base,
            delay: delay,
            processedUntil: processedUntil,
            revision: revision,
            epoch: epoch,
            progress: progress,
            lastEnd: lastEnd
        )
    }
}

extension DeliveryRow {
    /// The same row under another name.
    fileprivate func named(_ name: DeliveryID) -> DeliveryRow { changed { $0.id = name } }

    /// The same row with another order, as only a broken store would return it.
    fileprivate func changed(_ change: (inout DeliveryOrder) -> Void) -> DeliveryRow {
        var order = order
        change(&order)
        return DeliveryRow(
            order: order,
            alarm: alarm,
            circle: circle,
            createdAt: createdAt,
            state: state,
            notBefore: notBefore,
            attempts: attempts,
            failedAttempts: failedAttempts,
            leaseHolder: leaseHolder,
            leaseEnd: leaseEnd,
            reason: reason,
            finishedAt: finishedAt
        )
    }
}
