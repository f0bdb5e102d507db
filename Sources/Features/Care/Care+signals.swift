package import AlarmCore
package import AlarmWire
package import Engine
import Storage

extension Care {
    /// Takes a signal from a dweller's device, and raises an alert unless the dweller's settings withhold it.
    ///
    /// While an alert of the same kind is open, another signal belongs to it; once everyone was told and nobody has
    /// answered, the alert is restarted.
    ///
    /// - Throws: the problems `conflict` for a caller without a care circle of their own, `rate-limited`.
    package func signal(_ request: CareSignalRequest, by device: Device) throws -> EngineResponse {
        if let zone = request.timeZone { try tx.devices.check(zone: zone, at: "/timeZone") }
        let roster = try ownCareCircle(of: device)
        try tx.recordSignOfLife(from: device)
        var watch = try watch(over: device.person) ?? DwellerRecord()
        watch.timeZone = request.timeZone ?? watch.timeZone ?? device.timeZone
        watch.note(request.place, at: now)
        if case .glucose(let reading) = request.signal { watch.note(reading) }
        if request.signal == .manual { watch.noteAnswer(at: now) }
        // Another zone has other quiet hours; where no question is pending, only activity begins one.
        if watch.alarm != nil { try follow(&watch, of: device.person, in: roster.circle.id) }
        if try waits(request.signal, watch, in: roster) { watch.waiting.insert(request.signal.kind) }
        try followDays(&watch, of: device.person, in: roster.circle.id)
        try save(watch, of: device.person, in: roster.circle.id)
        let (alert, isNew) = try raise(request.signal, watch, in: roster)
        return EngineResponse(
            isNew ? 201 : 200,
            try engine.view(of: alert, in: roster, for: device, at: now, in: transaction)
        )
    }

    /// Whether a signal is withheld now and raised when the quiet hours end; none waits while its alert is open.
    private func waits(_ signal: CareSignal, _ watch: DwellerRecord, in roster: CircleRoster) throws -> Bool {
        let answer = watch.settings.answer(to: signal, at: now, in: engine.zone(of: watch), during: watch.glucoseCare)
        return try answer == .held(.quietHours) && openAlert(signal.kind, of: roster.circle.id) == nil
    }

    /// Raises an alert about the dweller of a circle, or withholds it.
    @discardableResult
    func raise(
        _ signal: CareSignal,
        _ watch: DwellerRecord,
        in roster: CircleRoster
    ) throws -> (alert: SealedRecord<CareAlertRecord>, isNew: Bool) {
        guard let dweller = roster.dweller?.person else { throw Problem(.notFound) }
        let zone = engine.zone(of: watch)
        let answer = watch.settings.answer(to: signal, at: now, in: zone, during: watch.glucoseCare)
        if let (alert, row) = try openAlert(signal.kind, of: roster.circle.id) {
            guard case .alert(let countdown) = answer,
                row.alarm.hasTakenAllSteps(tx.kinds.policy(of: row.alarm.preset))
            else { return (alert, false) }
            return (try restartAlert(alert, row, after: row.isInactivity ? .zero : countdown, in: roster), false)
        }
        var alert = CareAlertRecord(
            kind: signal.kind,
            reading: signal.reading,
            at: now,
            place: watch.place,
            placeAt: watch.placeAt,
            audience: AlertAudience(for: signal.kind, in: roster.members, at: now).tiers.joined().count
        )
        let now = now
        let id = engine.random.draw { AlarmID.timeOrdered(at: now, using: &$0) }
        switch answer {
        case .held(let reason):
            (alert.state, alert.held, alert.endedAt) = (.held, reason, now)
            let record = record(of: alert, DocumentID(of: id), dweller, in: roster.circle.id)
            if try isWorthKeeping(signal, heldFor: reason, watch.settings, of: dweller) {
                try countSignal(signal.kind, of: dweller)
                try save(record)
            }
            return (record, false)
        case .alert(let countdown):
            try countSignal(signal.kind, of: dweller)
            alert.due = now + countdown
            let record = record(of: alert, DocumentID(of: id), dweller, in: roster.circle.id)
            // The policy's audience is read from the record.
            try save(record)
            try tx.begin(
                PresetAlarm(
                    id: id,
                    kind: CareAlertKind(),
                    sender: dweller,
                    receiver: dweller,
                    circle: roster.circle.id,
                    due: now + countdown,
                    subject: record.id
                )
            )
            return (record, true)
        }
    }

    /// Stores an alert, and deletes the oldest ones beyond the limit.
    func save(_ alert: SealedRecord<CareAlertRecord>) throws {
        try tx.put(alert)
        try transaction.deleteDocuments(.alert, of: alert.owner, butLast: CareHistory.limit)
    }

    func record(
        of alert: CareAlertRecord,
        _ id: DocumentID,
        _ dweller: PersonID,
        in circle: CircleID
    ) -> SealedRecord<CareAlertRecord> {
        SealedRecord(id: id, owner: dweller, circle: circle, position: alert.at.milliseconds, body: alert)
    }

    func openAlert(
        _ kind: CareSignal.Kind,
        of circle: CircleID
    ) throws -> (alert: SealedRecord<CareAlertRecord>, row: AlarmRow)? {
        for row in try transaction.liveAlarms(of: circle, limit: .max) where row.isCare {
            if let alert = try tx.record(CareAlertRecord.self, row.alert), alert.body.kind == kind {
                return (alert, row)
            }
        }
        return nil
    }

    /// Restarts the policy of an alert that nobody has answered; the dweller is asked again first.
    private func restartAlert(
        _ alert: SealedRecord<CareAlertRecord>,
        _ row: AlarmRow,
        after countdown: Span,
        in roster: CircleRoster
    ) throws -> SealedRecord<CareAlertRecord> {
        try countSignal(alert.body.kind, of: row.receiver)
        var (alert, row) = (alert, row)
        let base = now + countdown
        alert.body.due = engine.firstAlert(of: row.alarm.preset, from: base)
        alert.body.restartedAt = now
        alert.body.audience = AlertAudience(for: alert.body.kind, in: roster.members, at: now).tiers.joined().count
        try tx.put(alert)
        try tx.run(.reschedule(.once(base), due: base, ttl: row.alarm.ttl), on: &row)
        return alert
    }

    /// Counts a signal, whether or not it alerts; each kind apart, so that no sensor uses up the button's quota.
    private func countSignal(_ kind: CareSignal.Kind, of dweller: PersonID) throws {
        try count("\(kind.rawValue) signals", of: dweller, limit: engine.limits.requestsPerHour)
    }

    /// Whether the history keeps a signal that raised no alert: not one that a sensor repeats every few minutes.
    private func isWorthKeeping(
        _ signal: CareSignal,
        heldFor reason: CareSettings.Reason,
        _ settings: CareSettings,
        of dweller: PersonID
    ) throws -> Bool {
        if case .glucose(let reading) = signal, settings.glucose?.side(of: reading) == nil { return false }
        let hourAgo = DocumentPosition(position: (now - .hours(1)).milliseconds, id: DocumentID(high: 0, low: 0))
        return try !tx.records(CareAlertRecord.self, of: dweller, after: hourAgo).contains { known in
            known.body.kind == signal.kind && known.body.held == reason
        }
    }
}
