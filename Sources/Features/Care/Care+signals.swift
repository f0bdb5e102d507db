package import AlarmCore
package import AlarmWire
import Storage

extension Work {
    /// Takes what a dweller's device says may have happened, and raises an alert unless the dweller's settings hold it.
    ///
    /// As long as an alert of the same kind is open, another signal of it is the same alert; once everybody was told and nobody
    /// has answered, it is raised again.
    ///
    /// - Throws: the problems `conflict` for who has no care circle of their own, `rate-limited`.
    package func signal(_ request: CareSignalRequest, by device: Device) throws -> Answer {
        if let zone = request.timeZone { try check(zone: zone, at: "/timeZone") }
        let roster = try ownCareCircle(of: device)
        try hear(from: device.id)
        var watch = try watch(over: device.person) ?? CareWatch()
        watch.timeZone = request.timeZone ?? watch.timeZone ?? device.timeZone
        watch.note(request.place, at: now)
        if case .glucose(let reading) = request.signal { watch.note(reading) }
        // In another zone the quiet hours are others; a question that nobody waits for is begun by activity alone.
        if watch.alarm != nil { try follow(&watch, of: device.person, in: roster.circle.id) }
        try keep(watch, of: device.person, in: roster.circle.id)
        let (alert, isNew) = try raise(request.signal, watch, in: roster)
        return Answer(
            isNew ? 201 : 200,
            try engine.view(of: alert, in: roster, for: device, at: now, in: transaction)
        )
    }

    /// Raises an alert about the dweller of a circle, or holds it back.
    @discardableResult
    func raise(
        _ signal: CareSignal,
        _ watch: CareWatch,
        in roster: CircleRoster
    ) throws -> (alert: SealedRecord<CareAlertRecord>, isNew: Bool) {
        guard let dweller = roster.dweller?.person else { throw Problem(.notFound) }
        let zone = engine.zone(of: watch)
        let answer = watch.settings.answer(to: signal, at: now, in: zone, during: watch.glucoseCare)
        if let (alert, row) = try openAlert(signal.kind, of: roster.circle.id) {
            guard case .alert(let countdown) = answer,
                row.alarm.hasClimbed(engine.policies[row.alarm.preset] ?? .careAlert)
            else { return (alert, false) }
            return (try raiseAgain(alert, row, after: row.isInactivity ? .zero : countdown, in: roster), false)
        }
        var alert = CareAlertRecord(
            kind: signal.kind,
            reading: signal.reading,
            at: now,
            place: watch.place,
            placeAt: watch.placeAt,
            audience: AlertAudience(for: signal.kind, in: roster.members).tiers.joined().count
        )
        let now = now
        let id = engine.random.draw { AlarmID.timeOrdered(at: now, using: &$0) }
        switch answer {
        case .held(let reason):
            (alert.state, alert.held, alert.endedAt) = (.held, reason, now)
            let record = record(of: alert, DocumentID(of: id), dweller, in: roster.circle.id)
            if try isWorthKeeping(signal, heldFor: reason, watch.settings, of: dweller) {
                try countSignal(signal.kind, of: dweller)
                try keep(record)
            }
            return (record, false)
        case .alert(let countdown):
            try countSignal(signal.kind, of: dweller)
            alert.due = now + countdown
            let record = record(of: alert, DocumentID(of: id), dweller, in: roster.circle.id)
            // The ladder asks the record which members may know.
            try keep(record)
            try begin(
                Undertaking(
                    id: id,
                    preset: .careAlert,
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

    /// Keeps an alert, and forgets those that are too many.
    func keep(_ alert: SealedRecord<CareAlertRecord>) throws {
        try put(alert)
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

    private func openAlert(
        _ kind: CareSignal.Kind,
        of circle: CircleID
    ) throws -> (alert: SealedRecord<CareAlertRecord>, row: AlarmRow)? {
        for row in try transaction.liveAlarms(of: circle, limit: .max) where row.isCare {
            if let alert = try record(CareAlertRecord.self, row.alert), alert.body.kind == kind { return (alert, row) }
        }
        return nil
    }

    /// Climbs the ladder of an alert anew to which nobody has come; the dweller is asked again first.
    private func raiseAgain(
        _ alert: SealedRecord<CareAlertRecord>,
        _ row: AlarmRow,
        after countdown: Span,
        in roster: CircleRoster
    ) throws -> SealedRecord<CareAlertRecord> {
        try countSignal(alert.body.kind, of: row.receiver)
        var (alert, row) = (alert, row)
        let base = now + countdown
        alert.body.due = engine.firstAlert(of: row.alarm.preset, from: base)
        alert.body.audience = AlertAudience(for: alert.body.kind, in: roster.members).tiers.joined().count
        try put(alert)
        try run(.reschedule(.once(base), due: base, ttl: row.alarm.ttl), on: &row)
        return alert
    }

    /// Counts an alert, or one that was held; each kind apart, so that no sensor takes the button's share.
    private func countSignal(_ kind: CareSignal.Kind, of dweller: PersonID) throws {
        try countCare("\(kind.rawValue) signals", of: dweller, limit: engine.limits.requestsPerHour)
    }

    /// Whether the history has to name a signal that raised no alert: not what a sensor says every few minutes.
    private func isWorthKeeping(
        _ signal: CareSignal,
        heldFor reason: CareSettings.Reason,
        _ settings: CareSettings,
        of dweller: PersonID
    ) throws -> Bool {
        if case .glucose(let reading) = signal, settings.glucose?.side(of: reading) == nil { return false }
        let hourAgo = DocumentPosition(position: (now - .hours(1)).milliseconds, id: DocumentID(high: 0, low: 0))
        return try !records(CareAlertRecord.self, of: dweller, after: hourAgo).contains { known in
            known.body.kind == signal.kind && known.body.held == reason
        }
    }
}
