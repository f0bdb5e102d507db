package import AlarmCore
package import AlarmWire
package import Engine
import Storage

/// Care circles: the dweller's settings, signals and alerts, and what members do about them.
package struct Care: Feature {
    package let tx: RelayTransaction

    /// Stores a dweller's settings; doing so is a sign of activity.
    ///
    /// - Throws: the problem `conflict` for a caller without a care circle of their own, `malformed` for a pause in the
    ///   past.
    package func set(_ settings: CareSettings, by device: Device) throws -> EngineResponse {
        try change(by: device) { watch throws(CareError) in
            let end = settings.pausedUntil
            watch.settings = settings
            if let end { try watch.settings.pause(until: end, at: now) }
        }
    }

    /// Withholds all alerts except those of the button until the pause ends.
    package func pause(_ pause: CarePause, by device: Device) throws -> EngineResponse {
        try change(by: device) { watch throws(CareError) in try watch.settings.pause(until: pause.until, at: now) }
    }

    /// Ends a pause.
    package func resume(by device: Device) throws -> EngineResponse {
        try change(by: device) { watch in watch.settings.pausedUntil = nil }
    }

    private func change(
        by device: Device,
        _ change: (inout DwellerRecord) throws(CareError) -> Void
    ) throws -> EngineResponse {
        let roster = try ownCareCircle(of: device)
        try count("changes", of: device.person, limit: engine.limits.requestsPerHour)
        try tx.recordSignOfLife(from: device)
        // A dweller who changes settings is well enough to be asked later.
        try answerQuestion(of: device.person, from: device.id)
        var watch = try watch(over: device.person) ?? DwellerRecord()
        watch.timeZone = watch.timeZone ?? device.timeZone
        watch.notePause(at: now)
        do {
            try change(&watch)
        } catch {
            throw Problem(.malformed, detail: "\(error)")
        }
        watch.note(now)
        try follow(&watch, of: device.person, in: roster.circle.id)
        try followDays(&watch, of: device.person, in: roster.circle.id)
        try save(watch, of: device.person, in: roster.circle.id)
        return EngineResponse(200, watch.settings)
    }

    // MARK: Shared steps

    /// The care circle in which a device's person is the dweller.
    func ownCareCircle(of device: Device) throws -> CircleRoster {
        guard let roster = try engine.careCircle(of: device.person, in: transaction) else {
            throw Problem(.conflict, detail: "you have no care circle of your own: make one first")
        }
        return roster
    }

    func watch(over dweller: PersonID) throws -> DwellerRecord? {
        try tx.record(DwellerRecord.self, DocumentID(of: dweller))?.body
    }

    func save(_ watch: DwellerRecord, of dweller: PersonID, in circle: CircleID) throws {
        try tx.put(
            SealedRecord(id: DocumentID(of: dweller), owner: dweller, circle: circle, body: watch)
        )
        tx.commitEffects.persons.insert(dweller)
    }

    /// Takes any action by the dweller as the answer to a pending question whether all is well.
    func answerQuestion(of person: PersonID, from device: DeviceID?) throws {
        guard var row = try waitingQuestion(of: person) else { return }
        try tx.run(.checkedIn(device), on: &row)
    }

    /// The pending question whether all is well.
    ///
    /// A question that was asked is pending, even if the clock was set back behind its time since.
    func waitingQuestion(of person: PersonID) throws -> AlarmRow? {
        guard let id = try watch(over: person)?.alarm, let row = try transaction.alarm(id),
            !row.alarm.state.isFinal, row.alarm.base <= now || row.hasAsked
        else { return nil }
        return row
    }

    /// Moves, begins or cancels the alarm that asks the dweller, as the record now requires.
    ///
    /// An alarm that has begun to ask is left alone.
    func follow(_ watch: inout DwellerRecord, of dweller: PersonID, in circle: CircleID) throws {
        let zone = engine.zone(of: watch)
        let live = try watch.alarm.flatMap { try transaction.alarm($0) }.flatMap { $0.alarm.state.isFinal ? nil : $0 }
        let lastActivity = watch.lastActivity
        guard
            let deadline = watch.settings.inactivityDeadline(after: lastActivity, absences: try tx.absences(), in: zone)
        else {
            guard var row = live else { return }
            watch.alarm = nil
            // Saved first, so that the alarm's end does not begin another one.
            try save(watch, of: dweller, in: circle)
            try tx.run(.cancel(by: .sender), on: &row)
            return
        }
        if var row = live {
            guard row.alarm.base > now, !row.hasAsked, row.alarm.due != deadline else { return }
            try tx.run(.reschedule(.once(deadline), due: deadline, ttl: row.alarm.ttl), on: &row)
            return
        }
        let now = now
        let id = engine.random.draw { AlarmID.timeOrdered(at: now, using: &$0) }
        watch.alarm = id
        try tx.begin(
            PresetAlarm(
                id: id,
                kind: InactivityKind(),
                sender: dweller,
                receiver: dweller,
                circle: circle,
                due: deadline,
                subject: DocumentID(of: id)
            )
        )
    }

    /// The later time to ask a dweller whose question has come due; nil to ask now.
    func laterQuestion(of row: AlarmRow) throws -> Instant? {
        guard row.alarm.processedUntil < row.alarm.base, row.alarm.base <= now,
            let watch = try watch(over: row.receiver), watch.alarm == row.alarm.id
        else { return nil }
        return watch.settings.laterQuestion(
            at: now,
            after: watch.lastActivity,
            absences: try tx.absences(),
            in: engine.zone(of: watch)
        )
    }

    /// Counts a request by a dweller or a member against its hourly limit.
    ///
    /// - Throws: the problem `rate-limited`.
    func count(_ name: String, of person: PersonID, limit: Int) throws {
        try tx.count(
            as: name.replacing(" ", with: "-"),
            under: "care/\(name)/\(person)",
            perHour: limit,
            refusal: Problem(.rateLimited, detail: "\(limit) \(name) an hour are the most: wait a while")
        )
    }
}
