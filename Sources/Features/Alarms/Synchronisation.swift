package import AlarmCore
package import AlarmWire
package import Engine
import Logging
package import Storage

extension Engine {
    /// Every alarm that a device should have armed, and those that ended since `cursor` (PA1 section 5).
    ///
    /// Without a cursor, every alarm that has not ended. An offline phone keeps only an app's newest push, so pushes
    /// alone cannot bring a device up to date. An alarm that the device sees for the first time counts as received;
    /// repeating it writes no row.
    package func synchronise(_ device: Device, since cursor: SyncCursor?) async throws -> SyncAnswer {
        let result = try await read { try self.syncResult(device, since: cursor, in: $0) }
        guard !result.newAlarms.isEmpty || device.unanswered > 0 else { return result.answer }
        do {
            try await write { try $0.alarms.noteSynchronisation(of: device.id, telling: result.newAlarms) }
        } catch {
            // The phone must know what to ring, even if the relay cannot record that it does.
            logger.error("noting what a device was told failed", metadata: ["error": "\(error)"])
        }
        return result.answer
    }

    /// The answer of ``synchronise(_:since:)``, without recording anything.
    package func synchronise(
        _ device: Device,
        since cursor: SyncCursor?,
        in snapshot: any Snapshot
    ) throws -> SyncAnswer {
        try syncResult(device, since: cursor, in: snapshot).answer
    }

    private func syncResult(_ device: Device, since cursor: SyncCursor?, in snapshot: any Snapshot) throws -> SyncResult
    {
        guard let cursor else {
            let newest = try snapshot.lastChange(of: device.person)
            let rows = try snapshot.liveAlarms(of: device.person, limit: Self.listLimit)
            // What exceeds the limit is sent in pages of changes, from the first one on.
            guard rows.count < Self.listLimit else { return try changes(for: device, after: 0, in: snapshot) }
            return try answer(
                rows.filter { try isArmed($0, by: device) && !isUnwanted($0, in: snapshot) },
                gone: [],
                reached: newest,
                to: device,
                in: snapshot
            )
        }
        guard let change = cursor.change(of: device.person), change >= 0,
            change <= (try snapshot.lastChange(of: device.person))
        else {
            throw Problem(.malformed, detail: "this cursor was not given out here: ask without one", pointer: "/since")
        }
        return try changes(for: device, after: change, in: snapshot)
    }

    private func changes(for device: Device, after change: Int64, in snapshot: any Snapshot) throws -> SyncResult {
        let rows = try snapshot.alarms(of: device.person, changedAfter: change, limit: Self.listLimit)
        let newest = try snapshot.lastChange(of: device.person)
        let reached = rows.count < Self.listLimit ? newest : rows.last?.change ?? change
        let incoming = rows.filter { isArmed($0, by: device) }
        let gone = try incoming.compactMap { row in try self.gone(row, in: snapshot) }
        return try answer(
            incoming.filter { try !$0.alarm.state.isFinal && !isUnwanted($0, in: snapshot) },
            gone: gone,
            reached: reached,
            to: device,
            in: snapshot
        )
    }

    /// Whether a device should have armed an alarm: the alarm is for its person, and rings.
    private func isArmed(_ row: AlarmRow, by device: Device) -> Bool {
        let preset = row.alarm.preset
        return row.receiver == device.person && kinds[preset].isArmed(by: kinds.policy(of: preset))
    }

    private func answer(
        _ rows: [AlarmRow],
        gone: [GoneAlarm],
        reached: Int64,
        to device: Device,
        in snapshot: any Snapshot
    ) throws -> SyncResult {
        SyncResult(
            answer: SyncAnswer(
                cursor: SyncCursor(change: reached, of: device.person),
                alarms: try rows.map { try synced($0, for: device, in: snapshot) },
                gone: gone,
                serverTime: clock.now(),
                needsToken: !device.isReachable
            ),
            newAlarms: rows.map(\.alarm).filter { alarm in
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
            snoozedUntil: alarm.snoozeEnd(at: clock.now()),
            isSoundOff: alarm.isSoundOff,
            rule: rule,
            timeZone: row.content.timeZone,
            ttl: alarm.ttl,
            sound: row.content.sound,
            message: row.content.message,
            sealed: try kinds[alarm.preset].memberWords(
                of: row,
                at: nil,
                for: device.person,
                by: self,
                in: snapshot
            ),
            clear: try kinds[alarm.preset].clearWords(of: row, by: self, in: snapshot)
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
        case .scheduled, .armed, .ringing, .snoozed, .blocked, .told:
            // The receiver lets nobody ring at that time: a phone that has armed it gives it up.
            try isUnwanted(row, in: snapshot) ? GoneAlarm(id: row.alarm.id, reason: .cancelled) : nil
        }
    }
}

/// An answer to a device, and the alarms that it sees for the first time.
private struct SyncResult: Sendable {
    let answer: SyncAnswer
    let newAlarms: [Alarm]
}
