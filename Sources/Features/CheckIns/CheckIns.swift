package import AlarmCore
package import AlarmWire
package import Engine
import Storage
import Wording

/// The daily check-in: its plan, the check-ins themselves, and the rehearsal of what would follow a missed one.
package struct CheckIns: Feature {
    package let tx: RelayTransaction

    /// Takes a check-in: the present deadline is met, contacts who were alerted are told, and the next cycle begins.
    ///
    /// - Throws: the problem `malformed` for an unknown zone. A sign of life is never refused for coming too often.
    package func checkIn(_ request: CheckInRequest, by device: Device) throws -> EngineResponse {
        if let zone = request.timeZone { try tx.devices.check(zone: zone, at: "/timeZone") }
        var known = device
        known.timeZone = request.timeZone ?? known.timeZone
        known.capabilities = request.capabilities ?? known.capabilities
        do {
            try tx.devices.store(known, insteadOf: device)
        } catch let problem as Problem where problem.kind == .rateLimited {
            // Where the person is matters less than that they are well.
            known.timeZone = device.timeZone
            try tx.devices.store(known, insteadOf: device)
        }
        try tx.recordSignOfLife(from: known)
        let isRepeat = try checkIn(
            device.person,
            CheckInReport.Entry(
                at: now,
                timeZone: request.timeZone ?? device.timeZone,
                place: request.place,
                source: request.source ?? (device.platform == .webPush ? .web : .app)
            ),
            from: device.id,
            // A listener is another process than the command that checked in, and rings until it is told.
            sparing: device.platform == .events ? nil : device.id
        )
        return EngineResponse(200, try engine.checkIns(of: device.person, isRepeat: isRepeat, at: now, in: transaction))
    }

    /// Sets, changes, pauses or turns off the check-in plan, even in the middle of a cycle.
    ///
    /// - Throws: the problem `rate-limited`, `malformed` for an unknown zone or times that make no plan, or `conflict` for
    ///   a device whose invite is not confirmed.
    package func plan(_ settings: CheckInSettings, by device: Device) throws -> EngineResponse {
        if let zone = settings.timeZone { try tx.devices.check(zone: zone, at: "/timeZone") }
        try tx.requireConfirmed(device.person)
        try count(of: device.person)
        do {
            let known = try watch(of: device.person)
            try check(name: settings.name, insteadOf: known?.settings.name)
            var watch = known ?? CheckInRecord(settings: settings)
            watch.timeZone = settings.timeZone ?? watch.timeZone ?? device.timeZone
            var cycle = try watch.cycle(at: now, by: try alarm(of: watch))
            if let end = settings.pausedUntil, end <= now { throw CheckInError.pause(end) }
            if CheckInStatus(of: cycle, at: now).state.isMissed {
                watch.reassuring = try unsent(watch.reassuring, about: device.person)
            }
            watch.settings = settings
            // Stored beside the settings, since check-ins change it.
            watch.settings.timeZone = nil
            cycle.change(to: try settings.plan(at: now), at: now)
            watch.save(cycle)
            try follow(cycle, &watch, of: device.person)
            try followReminder(of: &watch, of: device.person)
            try save(watch, of: device.person)
        } catch let error as CheckInError {
            throw Problem(.malformed, detail: "\(error)")
        }
        return EngineResponse(200, try engine.checkIns(of: device.person, at: now, in: transaction))
    }

    /// Checks that contacts can read a new name; a kept one was checked when it was given.
    private func check(name: String, insteadOf former: String?) throws {
        guard name != former else { return }
        let isForgotten = name == CheckInSettings.unnamed && former != nil
        guard !isForgotten, DisplayName.isShown(name) else {
            throw Problem(
                .malformed,
                detail: "give a name that your contacts can read: one with a letter or another visible character",
                pointer: "/name"
            )
        }
    }

    /// Moves the deadline by 24 h; contacts who were alerted are told that the person has asked for more time.
    package func snooze(by device: Device) throws -> EngineResponse {
        try countSnooze(of: device.person)
        try tx.recordSignOfLife(from: device)
        guard var watch = try watch(of: device.person) else { throw Problem(.notFound) }
        do {
            var cycle = try watch.cycle(at: now, by: try alarm(of: watch))
            try cycle.snooze(at: now)
            watch.save(cycle)
            watch.noteSnooze(at: now, keptFor: engine.limits.checkInRetention)
            try resolveNotifications(of: &watch, about: device.person, as: .putOff)
            watch.reached = nil
            try follow(cycle, &watch, of: device.person)
            try save(watch, of: device.person)
        } catch let error as CheckInError {
            throw Problem(.conflict, detail: "\(error)")
        }
        return EngineResponse(200, try engine.checkIns(of: device.person, at: now, in: transaction))
    }

    // MARK: Shared steps

    /// Takes a check-in; what rings for it is silenced on every device but the one that is spared.
    @discardableResult
    func checkIn(
        _ person: PersonID,
        _ entry: CheckInReport.Entry,
        from device: DeviceID?,
        sparing spared: DeviceID?,
        by link: DocumentID? = nil
    ) throws -> Bool {
        var watch = try watch(of: person) ?? CheckInRecord(settings: CheckInSettings(name: CheckInSettings.unnamed))
        try clampCheckIns(of: person)
        let isRepeat = try isRepeat(entry, of: person)
        // Nobody who is watched is told of more than these, and nothing is gained by keeping them.
        if let idleTime = try countCheckIn(of: person), try isIdle(watch, of: person, within: idleTime) {
            return isRepeat
        }
        var cycle: CheckInCycle
        do {
            cycle = try watch.cycle(at: now, by: nil)
        } catch {
            throw Problem(.internalError)
        }
        cycle.checkIn(at: now)
        watch.save(cycle)
        watch.putOffAt = nil
        watch.forgetSnoozes(olderThan: engine.limits.checkInRetention, at: now)
        watch.timeZone = entry.timeZone ?? watch.timeZone
        if let index = watch.links.firstIndex(where: { $0.id == link }) { watch.links[index].usedAt = now }
        try resolveNotifications(of: &watch, about: person, as: .allClear)
        if var row = try alarm(of: watch), !row.alarm.state.isFinal { try tx.run(.checkedIn(spared), on: &row) }
        watch.alarm = nil
        watch.reached = nil
        try endRehearsal(of: &watch)
        try follow(cycle, &watch, of: person)
        try answerReminder(of: watch, sparing: spared)
        try followReminder(of: &watch, of: person)
        try save(watch, of: person)
        try tx.care.noteCheckIn(entry, of: person, from: device)
        try tx.put(
            SealedRecord(
                id: engine.random.draw { DocumentID.random(using: &$0) },
                owner: person,
                position: now.milliseconds,
                body: RecordedCheckIn(entry)
            )
        )
        let recentCheckIns = try transaction.documents(.beat, of: person, after: nil, limit: .max)
        if recentCheckIns.count > CheckInLimits.kept {
            for beat in recentCheckIns.dropLast(CheckInLimits.kept) {
                try transaction.deleteDocument(.beat, id: beat.id)
            }
        }
        tx.commitEffects.persons.insert(person)
        return isRepeat
    }

    func watch(of person: PersonID) throws -> CheckInRecord? {
        try tx.record(CheckInRecord.self, DocumentID(of: person))?.body
    }

    func save(_ watch: CheckInRecord, of person: PersonID) throws {
        try tx.put(SealedRecord(id: DocumentID(of: person), owner: person, position: 0, body: watch))
    }

    func alarm(of watch: CheckInRecord) throws -> AlarmRow? {
        try watch.alarm.flatMap { try transaction.alarm($0) }
    }

    /// Moves check-ins with a later time, recorded by a clock that was ahead, to the present time.
    private func clampCheckIns(of person: PersonID) throws {
        for var beat in try tx.records(RecordedCheckIn.self, of: person) where beat.body.entry.at > now {
            beat.body.entry.at = now
            beat.position = now.milliseconds
            try tx.put(beat)
        }
    }

    private func isRepeat(_ entry: CheckInReport.Entry, of person: PersonID) throws -> Bool {
        let zone = entry.timeZone.flatMap { engine.zones.rules(for: $0) } ?? .utc
        let recentCheckIns = try tx.records(RecordedCheckIn.self, of: person).map { CheckIn(at: $0.body.entry.at) }
        return CheckInHistory(recentCheckIns).isRepeat(at: now, in: zone)
    }

    /// Counts a change of the plan, a rehearsal or a test.
    ///
    /// - Throws: the problem `rate-limited`.
    func count(of person: PersonID) throws {
        try count("check-in-changes/\(person)", "changes, rehearsals and tests")
    }

    /// Counts a snooze, apart from what is counted besides, since it may answer a warning.
    ///
    /// - Throws: the problem `rate-limited`.
    private func countSnooze(of person: PersonID) throws {
        try count("check-in-snoozes/\(person)", "snoozes")
    }

    /// Counts a change of the emergency card.
    ///
    /// - Throws: the problem `rate-limited`.
    func countCard(of person: PersonID) throws {
        try count("emergency-card-changes/\(person)", "changes of the emergency card")
    }

    private func count(_ key: String, _ what: String) throws {
        let most = engine.limits.checkInsPerHour
        try tx.count(
            as: String(key.prefix { $0 != "/" }),
            under: key,
            perHour: most,
            refusal: Problem(.rateLimited, detail: "\(most) \(what) an hour are the most; a check-in is always taken")
        )
    }

    /// Counts a check-in.
    ///
    /// - Returns: for one more within an hour or a day than are worth keeping, the time after another one within which it
    ///   is worth nothing; nil for the others.
    private func countCheckIn(of person: PersonID) throws -> Span? {
        var refused: Span?
        do {
            try transaction.count(
                under: "check-ins/\(person)",
                perHour: engine.limits.checkInsPerHour,
                perDay: engine.limits.checkInsPerDay,
                at: now,
                noting: { if $0.isRefused { refused = $0.window } },
                refusal: { _, _ in Problem(.rateLimited) }
            )
            return nil
        } catch is Problem {
            return refused == .days(1) ? .minutes(10) : .minutes(1)
        }
    }

    /// Whether a check-in would change nothing but times, and those by less than a span.
    private func isIdle(_ watch: CheckInRecord, of person: PersonID, within span: Span) throws -> Bool {
        guard let last = watch.lastCheckIn, last <= now, now - last < span, watch.rehearsal == nil,
            watch.snoozes == 0, watch.told.isEmpty, watch.toldContacts.isEmpty,
            try waitingReminder(of: watch) == nil, try tx.care.waitingQuestion(of: person) == nil
        else { return false }
        // Whoever has been warned has to hear that it is over.
        return try alarm(of: watch).map { row in
            try !row.alarm.state.isFinal && transaction.deliveries(of: row.key).isEmpty
        } ?? true
    }
}
