package import AlarmCore
package import AlarmWire
package import Engine
import Storage

/// The daily check-in: its plan, the check-ins themselves, and the rehearsal of what would follow a missed one.
package struct CheckIns: Feature {
    package let tx: RelayTransaction

    /// Takes a check-in: the present deadline is met, contacts who were alerted are told, and the next cycle begins.
    ///
    /// - Throws: the problem `rate-limited`, or `malformed` for an unknown zone.
    package func checkIn(_ request: CheckInRequest, by device: Device) throws -> EngineResponse {
        if let zone = request.timeZone { try tx.devices.check(zone: zone, at: "/timeZone") }
        var known = device
        known.timeZone = request.timeZone ?? known.timeZone
        known.capabilities = request.capabilities ?? known.capabilities
        if known != device { try transaction.update(known) }
        try tx.recordSignOfLife(from: known)
        let isRepeat = try checkIn(
            device.person,
            CheckInReport.Entry(at: now, timeZone: request.timeZone ?? device.timeZone, place: request.place),
            from: device.id
        )
        return EngineResponse(200, try engine.checkIns(of: device.person, isRepeat: isRepeat, at: now, in: transaction))
    }

    /// Takes a check-in by a link; returns false for a link that is no longer valid.
    package func checkIn(with token: Capability) throws -> Bool {
        guard token.purpose == .checkIn, try engine.vault.isGenuine(token),
            let link = try transaction.document(.link, id: token.document),
            let watch = try tx.record(CheckInRecord.self, DocumentID(of: link.owner)), watch.body.link == token.document
        else { return false }
        try checkIn(link.owner, CheckInReport.Entry(at: now, timeZone: watch.body.timeZone), from: nil)
        return true
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
            var watch = try watch(of: device.person) ?? CheckInRecord(settings: settings)
            watch.timeZone = settings.timeZone ?? watch.timeZone ?? device.timeZone
            var cycle = try watch.cycle(at: now, by: try alarm(of: watch))
            if let end = settings.pausedUntil, end <= now { throw CheckInError.pause(end) }
            watch.settings = settings
            // Stored beside the settings, since check-ins change it.
            watch.settings.timeZone = nil
            cycle.change(to: try settings.plan(at: now), at: now)
            watch.save(cycle)
            try follow(cycle, &watch, of: device.person)
            try save(watch, of: device.person)
        } catch let error as CheckInError {
            throw Problem(.malformed, detail: "\(error)")
        }
        return EngineResponse(200, try engine.checkIns(of: device.person, at: now, in: transaction))
    }

    /// Moves the deadline by 24 h; contacts who were alerted are told that the person has asked for more time.
    package func snooze(by device: Device) throws -> EngineResponse {
        try count(of: device.person)
        try tx.recordSignOfLife(from: device)
        guard var watch = try watch(of: device.person) else { throw Problem(.notFound) }
        do {
            var cycle = try watch.cycle(at: now, by: try alarm(of: watch))
            try cycle.snooze(at: now)
            watch.save(cycle)
            try resolveNotifications(of: &watch, as: .putOff)
            try follow(cycle, &watch, of: device.person)
            try save(watch, of: device.person)
        } catch let error as CheckInError {
            throw Problem(.conflict, detail: "\(error)")
        }
        return EngineResponse(200, try engine.checkIns(of: device.person, at: now, in: transaction))
    }

    /// Creates the link by which a script may check in, in place of an earlier one.
    package func makeLink(by device: Device) throws -> EngineResponse {
        guard let origin = engine.gateways.contactChannels.origin else {
            throw Problem(.unavailable, detail: "this relay does not know its own address: its operator sets 'origin'")
        }
        guard var watch = try watch(of: device.person) else {
            throw Problem(.conflict, detail: "there is no check-in plan yet: set one first")
        }
        let id = engine.random.draw { DocumentID.random(using: &$0) }
        try forgetLink(of: &watch)
        try transaction.put(Document(kind: .link, id: id, owner: device.person, position: 0, body: []))
        watch.link = id
        try save(watch, of: device.person)
        let token = try engine.vault.capability(.checkIn, of: id)
        return EngineResponse(201, CheckInLink(url: LinkPath.checkIn.url(at: origin, token)))
    }

    /// Revokes the check-in link.
    package func removeLink(by device: Device) throws -> EngineResponse {
        guard var watch = try watch(of: device.person) else { throw Problem(.notFound) }
        try forgetLink(of: &watch)
        try save(watch, of: device.person)
        return EngineResponse(status: 204, body: [])
    }

    // MARK: Shared steps

    @discardableResult
    func checkIn(_ person: PersonID, _ entry: CheckInReport.Entry, from device: DeviceID?) throws -> Bool {
        try count(of: person)
        var watch = try watch(of: person) ?? CheckInRecord(settings: CheckInSettings(name: CheckInSettings.unnamed))
        try clampCheckIns(of: person)
        let isRepeat = try isRepeat(entry, of: person)
        var cycle: CheckInCycle
        do {
            cycle = try watch.cycle(at: now, by: nil)
        } catch {
            throw Problem(.internalError)
        }
        cycle.checkIn(at: now)
        watch.save(cycle)
        watch.timeZone = entry.timeZone ?? watch.timeZone
        try resolveNotifications(of: &watch, as: .allClear)
        if var row = try alarm(of: watch), !row.alarm.state.isFinal { try tx.run(.checkedIn(device), on: &row) }
        watch.alarm = nil
        try endRehearsal(of: &watch)
        try follow(cycle, &watch, of: person)
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

    private func forgetLink(of watch: inout CheckInRecord) throws {
        if let old = watch.link { try transaction.deleteDocument(.link, id: old) }
        watch.link = nil
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

    func count(of person: PersonID) throws {
        let most = engine.limits.checkInsPerHour
        try transaction.count(
            under: "check-ins/\(person)",
            limit: most,
            at: now,
            refusal: Problem(.rateLimited, detail: "\(most) check-ins and changes an hour are the most: wait a while")
        )
    }
}

extension CheckInSettings {
    /// The placeholder for a person without a name; a letter then says "somebody who named you".
    static let unnamed = "?"
}
