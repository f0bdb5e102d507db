import AlarmCore
package import Storage

extension RelayTransaction {
    /// Reads ahead what a batch of alarms needs to decide, the alarms among it.
    package func readAhead(of alarms: [AlarmKey]) throws {
        guard transaction.prefetches, !alarms.isEmpty else { return }
        try transaction.prefetch(alarms.map { .keyedAlarm($0) })
        var rows: [AlarmRow] = []
        for key in alarms {
            do {
                if let row = try transaction.alarm(key: key) { rows.append(row) }
            } catch let error as StoreError where error.isCorruption {}
        }
        try readAhead(deciding: rows)
    }

    /// Reads ahead what stored alarms need to decide.
    package func readAhead(deciding rows: [AlarmRow]) throws {
        guard transaction.prefetches else { return }
        try readAhead(deciding: rows.map { AlarmParties(of: $0) })
    }

    /// Reads ahead what alarms need to decide, and `rows` with the first wave of it.
    ///
    /// Every decision does so for itself; a batch whose decisions share the waves does so before the first.
    package func readAhead(deciding alarms: [AlarmParties], besides rows: [Prefetch] = []) throws {
        guard transaction.prefetches else { return }
        let fresh = alarms.filter { alarm in alarm.row.map { aheadOf.insert($0.key).inserted } ?? true }
        guard !fresh.isEmpty else { return }
        var ahead = ReadAhead(engine: engine, snapshot: transaction, now: now)
        for row in rows { ahead.add(row) }
        try ahead.run { ahead in
            for alarm in fresh { try ahead.addIfReadable { try $0.add(deciding: alarm, by: kinds) } }
        }
    }
}

extension ReadAhead {
    /// Adds what an alarm reads when it decides, whatever its kind, and what its kind reads besides.
    mutating func add(deciding alarm: AlarmParties, by kinds: AlarmKinds) throws {
        let entry = kinds.entry(of: alarm.preset)
        switch wave {
        case 1:
            add(.devices(of: alarm.receiver))
            add(.devices(of: alarm.sender))
            if entry.policy.rings { add(consentOf: alarm.receiver, for: alarm.sender) }
            if entry.policy.nature.credit != nil { add(.blindIntervals(limit: RelayHealth.recentIntervals)) }
        case 2:
            // Who was asked in vain, which the end of an occurrence counts, is known from what was sent.
            if let row = alarm.row, try mayEnd(row, by: entry.policy) { add(.deliveries(of: row.key)) }
        default: break
        }
        try entry.kind.readAhead(deciding: alarm, &self)
    }

    /// Whether an occurrence that has begun may end now; true at times for one that does not.
    private func mayEnd(_ row: AlarmRow, by policy: EscalationPolicy) throws -> Bool {
        let alarm = row.alarm
        guard alarm.due <= now, alarm.progress.contains(where: { $0.isInformed && !$0.hasReceived }) else {
            return false
        }
        if alarm.processedUntil < alarm.base, now - alarm.base > policy.misfireGrace { return true }
        if let last = policy.scheduledSteps(from: alarm.base).last, last.at > now {
            let next = alarm.schedule.recurs ? alarm.schedule.next(after: alarm.due, zones: engine.zones) : nil
            return try next.map { $0 <= now } ?? false || engine.isUnwanted(row, in: snapshot)
        }
        return true
    }
}
