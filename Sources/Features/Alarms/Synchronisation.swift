package import AlarmCore
package import AlarmWire
import Logging
package import Storage

extension Engine {
    /// Everything that a device should have armed, and what ended since `cursor` (PA1 section 5).
    ///
    /// Without a cursor, all that has not ended. An offline phone keeps only the newest push of an app, so that pushes
    /// alone could never tell it all. What the device is told of for the first time counts as received by it; to be told
    /// again costs no row.
    package func synchronise(_ device: Device, since cursor: SyncCursor?) async throws -> SyncAnswer {
        let told = try await read { try self.tell(device, since: cursor, in: $0) }
        guard !told.news.isEmpty || device.unanswered > 0 else { return told.answer }
        do {
            try await write { try $0.noteSynchronisation(of: device.id, telling: told.news) }
        } catch {
            // The phone must know what to ring, whether or not the relay can write down that it does.
            logger.error("noting what a device was told failed", metadata: ["error": "\(error)"])
        }
        return told.answer
    }

    /// What ``synchronise(_:since:)`` would tell a device, with nothing noted.
    package func synchronise(
        _ device: Device,
        since cursor: SyncCursor?,
        in snapshot: any Snapshot
    ) throws -> SyncAnswer {
        try tell(device, since: cursor, in: snapshot).answer
    }

    private func tell(_ device: Device, since cursor: SyncCursor?, in snapshot: any Snapshot) throws -> Told {
        guard let cursor else {
            let newest = try snapshot.lastChange()
            let rows = try snapshot.liveAlarms(of: device.person, limit: Self.listLimit)
            // More than fits is told from the first change on, piece by piece, as whoever asks again gets the rest.
            guard rows.count < Self.listLimit else { return try changes(for: device, after: 0, in: snapshot) }
            return try answer(
                rows.filter { isArmed($0, by: device) },
                gone: [],
                reached: newest,
                to: device,
                in: snapshot
            )
        }
        guard let change = cursor.change, change >= 0, change <= (try snapshot.lastChange()) else {
            throw Problem(.malformed, detail: "this cursor was not given out here: ask without one", pointer: "/since")
        }
        return try changes(for: device, after: change, in: snapshot)
    }

    private func changes(for device: Device, after change: Int64, in snapshot: any Snapshot) throws -> Told {
        let rows = try snapshot.alarms(of: device.person, changedAfter: change, limit: Self.listLimit)
        let reached = rows.count < Self.listLimit ? try snapshot.lastChange() : rows.last?.change ?? change
        let incoming = rows.filter { isArmed($0, by: device) }
        let gone = try incoming.compactMap { row in try self.gone(row, in: snapshot) }
        return try answer(
            incoming.filter { !$0.alarm.state.isFinal },
            gone: gone,
            reached: reached,
            to: device,
            in: snapshot
        )
    }

    /// Whether an alarm is one that the device should have armed: it is for its person, and rings.
    private func isArmed(_ row: AlarmRow, by device: Device) -> Bool {
        row.receiver == device.person && policies[row.alarm.preset]?.rings ?? true
    }

    private func answer(
        _ rows: [AlarmRow],
        gone: [GoneAlarm],
        reached: Int64,
        to device: Device,
        in snapshot: any Snapshot
    ) throws -> Told {
        Told(
            answer: SyncAnswer(
                cursor: SyncCursor(change: reached),
                alarms: try rows.map { try synced($0, for: device, in: snapshot) },
                gone: gone,
                serverTime: clock.now(),
                needsToken: !device.isReachable
            ),
            news: rows.map(\.alarm).filter { alarm in
                !alarm.progress.contains { $0.device == device.id && $0.hasReceived }
            }
        )
    }

    private func synced(_ row: AlarmRow, for device: Device, in snapshot: any Snapshot) throws -> SyncedAlarm {
        let alarm = row.alarm
        var rule: RecurrenceRule?
        if case .recurring(let given, _, _) = alarm.schedule { rule = given }
        return SyncedAlarm(
            id: alarm.id,
            pair: row.circle,
            state: alarm.state,
            revision: alarm.revision,
            time: alarm.due,
            firstTime: rule == nil ? nil : row.content.firstTime,
            snoozedUntil: alarm.state == .snoozed ? alarm.base : nil,
            rule: rule,
            timeZone: row.content.timeZone,
            lifetime: alarm.ttl,
            sound: row.content.sound,
            message: row.content.message.flatMap { SealedText($0) },
            sealed: try memberWords(of: row, for: device.person, in: snapshot)
        )
    }

    private func gone(_ row: AlarmRow, in snapshot: any Snapshot) throws -> GoneAlarm? {
        switch row.alarm.state {
        case .acknowledged: GoneAlarm(id: row.alarm.id, reason: .acknowledged)
        case .missed: GoneAlarm(id: row.alarm.id, reason: .missed)
        case .cancelled:
            GoneAlarm(
                id: row.alarm.id,
                reason: try snapshot.isActive(circleOf: row) ? .cancelled : .revoked
            )
        case .scheduled, .armed, .ringing, .snoozed, .blocked, .told: nil
        }
    }
}

/// What a device is told, and which of it for the first time.
private struct Told: Sendable {
    let answer: SyncAnswer
    let news: [Alarm]
}

extension Work {
    /// Notes that a device lives, and which alarms it was told of for the first time.
    fileprivate func noteSynchronisation(of device: DeviceID, telling alarms: [Alarm]) throws {
        try hear(from: device)
        for alarm in alarms {
            guard var row = try transaction.alarm(alarm.id) else { continue }
            try note(AlarmReceipt(report: .received, device: device, revision: alarm.revision), on: &row)
        }
    }
}
