package import AlarmCore
package import AlarmWire
import Storage

extension Work {
    /// Takes a sign of life: what was due is met, whoever was alerted is told, and the next cycle begins.
    ///
    /// - Throws: the problem `rate-limited`, or `malformed` for a zone that does not exist.
    package func checkIn(_ request: CheckInRequest, by device: Device) throws -> Answer {
        if let zone = request.timeZone { try check(zone: zone, at: "/timeZone") }
        if var known = try transaction.device(device.id) {
            known.timeZone = request.timeZone ?? known.timeZone
            known.capabilities = request.capabilities ?? known.capabilities
            if known.timeZone != device.timeZone || known.capabilities != device.capabilities {
                try transaction.update(known)
            }
        }
        try hear(from: device.id)
        let isRepeat = try checkIn(
            device.person,
            CheckInReport.Entry(at: now, timeZone: request.timeZone ?? device.timeZone, place: request.place),
            from: device.id
        )
        return Answer(200, try engine.checkIns(of: device.person, isRepeat: isRepeat, at: now, in: transaction))
    }

    /// Takes a sign of life that came through a link; false where the link is good for nothing any more.
    package func checkIn(with token: Capability) throws -> Bool {
        guard token.purpose == .checkIn, try engine.vault.isGenuine(token),
            let link = try transaction.document(.link, id: token.document),
            let watch = try record(Watch.self, DocumentID(of: link.owner)), watch.body.link == token.document
        else { return false }
        try checkIn(link.owner, CheckInReport.Entry(at: now, timeZone: watch.body.timeZone), from: nil)
        return true
    }

    /// Sets, changes, pauses or turns off what is watched, in the middle of a cycle if need be.
    ///
    /// - Throws: the problem `rate-limited`, or `malformed` for a zone that does not exist or times that make no plan.
    package func plan(_ settings: CheckInSettings, by device: Device) throws -> Answer {
        if let zone = settings.timeZone { try check(zone: zone, at: "/timeZone") }
        try countCheckIn(of: device.person)
        do {
            var watch = try watch(of: device.person) ?? Watch(settings: settings)
            watch.timeZone = settings.timeZone ?? watch.timeZone ?? device.timeZone
            var cycle = try watch.cycle(at: now, by: try alarm(of: watch))
            if let end = settings.pausedUntil, end <= now { throw CheckInError.pause(end) }
            watch.settings = settings
            // Kept beside the settings, as check-ins change it.
            watch.settings.timeZone = nil
            cycle.change(to: try settings.plan(at: now), at: now)
            watch.keep(cycle)
            try follow(cycle, &watch, of: device.person)
            try keep(watch, of: device.person)
        } catch let error as CheckInError {
            throw Problem(.malformed, detail: "\(error)")
        }
        return Answer(200, try engine.checkIns(of: device.person, at: now, in: transaction))
    }

    /// Moves the deadline by 24 h; whoever was alerted already is told that the person has asked for more time.
    package func snoozeCheckIn(by device: Device) throws -> Answer {
        try countCheckIn(of: device.person)
        try hear(from: device.id)
        guard var watch = try watch(of: device.person) else { throw Problem(.notFound) }
        do {
            var cycle = try watch.cycle(at: now, by: try alarm(of: watch))
            try cycle.snooze(at: now)
            watch.keep(cycle)
            try settleTellings(of: &watch, as: .putOff)
            try follow(cycle, &watch, of: device.person)
            try keep(watch, of: device.person)
        } catch let error as CheckInError {
            throw Problem(.conflict, detail: "\(error)")
        }
        return Answer(200, try engine.checkIns(of: device.person, at: now, in: transaction))
    }

    /// Makes the link by which a script may check in, in place of any earlier one.
    package func makeCheckInLink(by device: Device) throws -> Answer {
        guard let origin = engine.gateways.letters.origin else {
            throw Problem(.unavailable, detail: "this relay does not know its own address: its operator sets 'origin'")
        }
        guard var watch = try watch(of: device.person) else {
            throw Problem(.conflict, detail: "there is no check-in plan yet: set one first")
        }
        let id = engine.random.draw { DocumentID.random(using: &$0) }
        try forgetLink(of: &watch)
        try transaction.put(Document(kind: .link, id: id, owner: device.person, position: 0, body: []))
        watch.link = id
        try keep(watch, of: device.person)
        let token = try engine.vault.capability(.checkIn, of: id)
        return Answer(201, CheckInLink(url: LinkPath.checkIn.url(at: origin, token)))
    }

    /// Takes the link back.
    package func removeCheckInLink(by device: Device) throws -> Answer {
        guard var watch = try watch(of: device.person) else { throw Problem(.notFound) }
        try forgetLink(of: &watch)
        try keep(watch, of: device.person)
        return Answer(status: 204, body: [])
    }

    // MARK: Inside

    @discardableResult
    func checkIn(_ person: PersonID, _ entry: CheckInReport.Entry, from device: DeviceID?) throws -> Bool {
        try countCheckIn(of: person)
        var watch = try watch(of: person) ?? Watch(settings: CheckInSettings(name: CheckInSettings.unnamed))
        try setBackBeats(of: person)
        let isRepeat = try isRepeat(entry, of: person)
        var cycle: CheckInCycle
        do {
            cycle = try watch.cycle(at: now, by: nil)
        } catch {
            throw Problem(.internalError)
        }
        cycle.checkIn(at: now)
        watch.keep(cycle)
        watch.timeZone = entry.timeZone ?? watch.timeZone
        try settleTellings(of: &watch, as: .allClear)
        if var row = try alarm(of: watch), !row.alarm.state.isFinal { try run(.checkedIn(device), on: &row) }
        watch.alarm = nil
        try endRehearsal(of: &watch)
        try follow(cycle, &watch, of: person)
        try keep(watch, of: person)
        try put(
            SealedRecord(
                id: engine.random.draw { DocumentID.random(using: &$0) },
                owner: person,
                position: now.milliseconds,
                body: Beat(entry)
            )
        )
        let beats = try transaction.documents(.beat, of: person, after: nil, limit: .max)
        if beats.count > CheckInLimits.kept {
            for beat in beats.dropLast(CheckInLimits.kept) { try transaction.deleteDocument(.beat, id: beat.id) }
        }
        ripple.persons.insert(person)
        return isRepeat
    }

    func watch(of person: PersonID) throws -> Watch? {
        try record(Watch.self, DocumentID(of: person))?.body
    }

    func keep(_ watch: Watch, of person: PersonID) throws {
        try put(SealedRecord(id: DocumentID(of: person), owner: person, position: 0, body: watch))
    }

    func alarm(of watch: Watch) throws -> AlarmRow? {
        try watch.alarm.flatMap { try transaction.alarm($0) }
    }

    private func forgetLink(of watch: inout Watch) throws {
        if let old = watch.link { try transaction.deleteDocument(.link, id: old) }
        watch.link = nil
    }

    /// Brings check-ins that lie after now, noted by a clock that was ahead, to where the clock is.
    private func setBackBeats(of person: PersonID) throws {
        for var beat in try records(Beat.self, of: person) where beat.body.entry.at > now {
            beat.body.entry.at = now
            beat.position = now.milliseconds
            try put(beat)
        }
    }

    private func isRepeat(_ entry: CheckInReport.Entry, of person: PersonID) throws -> Bool {
        let zone = entry.timeZone.flatMap { engine.zones.rules(for: $0) } ?? .utc
        let beats = try records(Beat.self, of: person).map { CheckIn(at: $0.body.entry.at) }
        return CheckInHistory(beats).isRepeat(at: now, in: zone)
    }

    func countCheckIn(of person: PersonID) throws {
        let key = "check-ins/\(person)"
        var window = ChangeWindow(try transaction.value(key), at: now)
        window.count += 1
        guard window.count <= engine.limits.checkInsPerHour else {
            throw Problem(
                .rateLimited,
                detail: "\(engine.limits.checkInsPerHour) check-ins and changes an hour are the most: wait a while"
            )
        }
        try transaction.setValue(window.bytes, for: key, until: window.end)
    }
}

extension CheckInSettings {
    /// What a person is called who has not said; a letter says "somebody who named you".
    static let unnamed = "?"
}
