package import AlarmCore
package import AlarmWire
import Storage

extension Work {
    /// Sets what a dweller wants to be watched and told; it counts as a sign of activity.
    ///
    /// - Throws: the problem `conflict` for who has no care circle of their own, `malformed` for a pause that is over.
    package func setCare(_ settings: CareSettings, by device: Device) throws -> Answer {
        try changeCare(by: device) { watch throws(CareError) in
            let end = settings.pausedUntil
            watch.settings = settings
            if let end { try watch.settings.pause(until: end, at: now) }
        }
    }

    /// Holds all alerts but those of the button until `end`.
    package func pauseCare(_ pause: CarePause, by device: Device) throws -> Answer {
        try changeCare(by: device) { watch throws(CareError) in try watch.settings.pause(until: pause.until, at: now) }
    }

    /// Ends a pause.
    package func resumeCare(by device: Device) throws -> Answer {
        try changeCare(by: device) { watch in watch.settings.pausedUntil = nil }
    }

    private func changeCare(
        by device: Device,
        _ change: (inout CareWatch) throws(CareError) -> Void
    ) throws -> Answer {
        let roster = try ownCareCircle(of: device)
        try countCare("changes", of: device.person, limit: engine.limits.requestsPerHour)
        try hear(from: device.id)
        // Whoever changes settings is well enough to be asked later.
        try answerQuestion(of: device)
        var watch = try watch(over: device.person) ?? CareWatch()
        watch.timeZone = watch.timeZone ?? device.timeZone
        watch.notePause(at: now)
        do {
            try change(&watch)
        } catch {
            throw Problem(.malformed, detail: "\(error)")
        }
        watch.note(now)
        try follow(&watch, of: device.person, in: roster.circle.id)
        try keep(watch, of: device.person, in: roster.circle.id)
        return Answer(200, watch.settings)
    }

    // MARK: Inside

    /// The care circle whose dweller a device's person is.
    func ownCareCircle(of device: Device) throws -> CircleRoster {
        guard let roster = try engine.careCircle(of: device.person, in: transaction) else {
            throw Problem(.conflict, detail: "you have no care circle of your own: make one first")
        }
        return roster
    }

    func watch(over dweller: PersonID) throws -> CareWatch? {
        try record(CareWatch.self, DocumentID(of: dweller))?.body
    }

    func keep(_ watch: CareWatch, of dweller: PersonID, in circle: CircleID) throws {
        try put(
            SealedRecord(id: DocumentID(of: dweller), owner: dweller, circle: circle, body: watch)
        )
        ripple.persons.insert(dweller)
    }

    /// Takes whatever the dweller does for the answer to the question whether all is well, if they were asked.
    func answerQuestion(of device: Device) throws {
        guard let id = try watch(over: device.person)?.alarm, var row = try transaction.alarm(id),
            !row.alarm.state.isFinal, row.alarm.base <= now
        else { return }
        try run(.checkedIn(device.id), on: &row)
    }

    /// Brings the alarm that asks the dweller to where it belongs: moves it, begins one, or takes it back.
    ///
    /// One that has begun to ask is left alone.
    func follow(_ watch: inout CareWatch, of dweller: PersonID, in circle: CircleID) throws {
        let zone = engine.zone(of: watch)
        let live = try watch.alarm.flatMap { try transaction.alarm($0) }.flatMap { $0.alarm.state.isFinal ? nil : $0 }
        let lastActivity = watch.lastActivity
        guard
            let deadline = watch.settings.inactivityDeadline(after: lastActivity, absences: try absences(), in: zone)
        else {
            guard var row = live else { return }
            watch.alarm = nil
            // Kept before, so that the end of the alarm is not followed by another one.
            try keep(watch, of: dweller, in: circle)
            try run(.cancel(by: .sender), on: &row)
            return
        }
        if var row = live {
            guard row.alarm.base > now, row.alarm.due != deadline else { return }
            try run(.reschedule(.once(deadline), due: deadline, ttl: row.alarm.ttl), on: &row)
            return
        }
        let now = now
        let id = engine.random.draw { AlarmID.timeOrdered(at: now, using: &$0) }
        watch.alarm = id
        try begin(
            Undertaking(
                id: id,
                preset: .inactivity,
                sender: dweller,
                receiver: dweller,
                circle: circle,
                due: deadline,
                subject: DocumentID(of: id)
            )
        )
    }

    /// When a dweller is to be asked whose question has come due, if not now.
    func laterQuestion(of row: AlarmRow) throws -> Instant? {
        guard row.isInactivity, row.alarm.climbed < row.alarm.base, row.alarm.base <= now,
            let watch = try watch(over: row.receiver), watch.alarm == row.alarm.id
        else { return nil }
        return watch.settings.laterQuestion(
            at: now,
            after: watch.lastActivity,
            absences: try absences(),
            in: engine.zone(of: watch)
        )
    }

    /// Counts what a dweller or a member asks for within the hour.
    ///
    /// - Throws: the problem `rate-limited`.
    func countCare(_ name: String, of person: PersonID, limit: Int) throws {
        let key = "care/\(name)/\(person)"
        var window = ChangeWindow(try transaction.value(key), at: now)
        window.count += 1
        guard window.count <= limit else {
            throw Problem(.rateLimited, detail: "\(limit) \(name) an hour are the most: wait a while")
        }
        try transaction.setValue(window.bytes, for: key, until: window.end)
    }
}
