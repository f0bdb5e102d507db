import AlarmCore

extension MemorySnapshot {
    func rows(of table: StoreTable, after: RowKey?, limit: Int) -> [StoredRow] {
        // A copy alone asks this: an index that every write had to keep would cost more than the sort.
        let all = tables.rows(of: table).map { (key: $0.key, row: $0) }.sorted { $0.key < $1.key }
        let rest = all.drop { entry in after.map { entry.key <= $0 } ?? false }
        return rest.prefix(max(limit, 0)).map(\.row)
    }

    func lastAlarmKey() -> AlarmKey { AlarmKey(tables.counters.alarm) }
}

extension Tables {
    /// Every row of a table, in no order.
    fileprivate func rows(of table: StoreTable) -> [StoredRow] {
        switch table {
        case .pairs: pairs.all.map { .pair($1, number: $0) }
        case .edges: edges.values.map { .edge($0) }
        case .devices: devices.all.map { .device($1, number: $0) }
        case .enrolments: enrolments.values.map { .enrolment($0) }
        case .invites: invites.all.map { .invite($1, number: $0) }
        case .documents: documents.values.map { .document($0) }
        case .alarms: alarms.values.map { .alarm($0) }
        case .records:
            records.values.flatMap { lines in zip(Int64(1)..., lines).map { .record($1, number: $0) } }
        case .wakes: wakes.map { .wake(Wake(at: $1, alarm: $0)) }
        case .deliveries: deliveries.all.map { .delivery($1, number: $0) }
        case .replays: replays.values.map { .replay($0) }
        case .values: values.map { .value($0, $1.bytes, until: $1.end) }
        case .blindIntervals: zip(Int64(1)..., blindIntervals).map { .blindInterval($1, number: $0) }
        case .changes: lastChanges.map { .change($0, $1) }
        }
    }
}

extension MemoryTransaction {
    func restore(_ rows: [StoredRow]) throws {
        for row in rows { try restore(row) }
    }

    func skipAlarmKeys(through key: AlarmKey) {
        raise(\.alarm, to: key.number)
    }

    private func restore(_ row: StoredRow) throws {
        switch row {
        case .pair(let pair, let number):
            guard tables.pairs[pair.id] == nil else { throw StoreError.duplicate("pair \(pair.id)") }
            put(number, .pair(number, pair))
        case .edge(let edge):
            guard tables.edges[edge.tokenHash] == nil else {
                throw StoreError.duplicate("an edge of pair \(edge.pair)")
            }
            guard tables.pairs[edge.pair] != nil else { throw StoreError.missing("pair \(edge.pair)") }
            make(.edge(edge.tokenHash, edge))
        case .device(let device, let number):
            guard tables.devices[device.id] == nil else { throw StoreError.duplicate("device \(device.id)") }
            put(number, .device(number, device))
        case .enrolment(let enrolment): put(enrolment)
        case .invite(let invite, let number):
            guard tables.invites[invite.id] == nil else { throw StoreError.duplicate("invite \(invite.id)") }
            put(number, .invite(number, invite))
        case .document(let document): put(document)
        case .alarm(let row):
            guard tables.alarms[row.key] == nil, tables.alarmKeys[row.alarm.id] == nil else {
                throw StoreError.duplicate("alarm \(row.alarm.id)")
            }
            make(.alarm(row.key, row))
            skipAlarmKeys(through: row.key)
        // Here the place in the list is the number.
        case .record(let line, _): try append(line)
        case .wake(let wake): try setWake(of: wake.alarm, at: wake.at)
        case .delivery(let row, let number):
            guard tables.deliveries[row.order.id] == nil else {
                throw StoreError.duplicate("delivery \(row.order.id)")
            }
            guard tables.alarms[row.alarm] != nil else {
                throw StoreError.missing("alarm number \(row.alarm.number)")
            }
            put(number, .delivery(number, row))
        case .replay(let replay): try insert(replay)
        case .value(let key, let bytes, let end): setValue(bytes, for: key, until: end)
        case .blindInterval(let interval, _): insert(interval)
        case .change(let person, let number): make(.lastChange(person, number))
        }
    }

    /// Makes a change that gives a row this number.
    private func put(_ number: Int64, _ change: RowChange) {
        make(change)
        raise(\.row, to: number)
    }

    private func raise(_ counter: WritableKeyPath<Counters, Int64>, to number: Int64) {
        var counters = tables.counters
        guard counters[keyPath: counter] < number else { return }
        counters[keyPath: counter] = number
        make(.counters(counters))
    }
}
