import AlarmCore

/// Changes the tables in place and remembers how to undo it.
final class MemoryTransaction: MemorySnapshot, Transaction {
    private var inverses: [RowChange] = []

    /// Restores the tables as they were before the transaction.
    func undo() {
        while let inverse = inverses.popLast() { _ = tables.apply(inverse) }
    }

    func make(_ change: RowChange) {
        inverses.append(tables.apply(change))
    }

    private func nextNumber(_ counter: WritableKeyPath<Counters, Int64>) -> Int64 {
        var counters = tables.counters
        counters[keyPath: counter] += 1
        make(.counters(counters))
        return counters[keyPath: counter]
    }

    // MARK: Devices

    func insert(_ device: Device) throws {
        guard tables.devices[device.id] == nil else { throw StoreError.duplicate("device \(device.id)") }
        guard tables.registrations[device.registration] == nil else {
            throw StoreError.duplicate("the registration of device \(device.id)")
        }
        make(.device(nextNumber(\.row), device))
    }

    func update(_ device: Device) throws {
        guard let number = tables.devices.number(of: device.id) else {
            throw StoreError.missing("device \(device.id)")
        }
        make(.device(number, device))
    }

    func delete(_ device: DeviceID) throws {
        guard let number = tables.devices.number(of: device) else { throw StoreError.missing("device \(device)") }
        make(.device(number, nil))
    }

    func put(_ enrolment: Enrolment) {
        make(.enrolment(EnrolmentKey(lookup: enrolment.lookup), enrolment))
    }

    // MARK: Pairing

    func insert(_ invite: Invite) throws {
        guard tables.invites[invite.id] == nil else { throw StoreError.duplicate("invite \(invite.id)") }
        make(.invite(nextNumber(\.row), invite))
    }

    func update(_ invite: Invite) throws {
        guard let number = tables.invites.number(of: invite.id) else {
            throw StoreError.missing("invite \(invite.id)")
        }
        make(.invite(number, invite))
    }

    func insert(_ pair: Pair, edges: [Edge]) throws {
        guard tables.pairs[pair.id] == nil else { throw StoreError.duplicate("pair \(pair.id)") }
        make(.pair(nextNumber(\.row), pair))
        for edge in edges {
            guard tables.edges[edge.tokenHash] == nil else { throw StoreError.duplicate("an edge of pair \(pair.id)") }
            guard tables.pairs[edge.pair] != nil else { throw StoreError.missing("pair \(edge.pair)") }
            make(.edge(edge.tokenHash, edge))
        }
    }

    func update(_ pair: Pair) throws {
        guard let number = tables.pairs.number(of: pair.id) else { throw StoreError.missing("pair \(pair.id)") }
        make(.pair(number, pair))
    }

    func deleteEdges(of pair: PairID) {
        for hash in tables.edgesOfPair[pair] ?? [] { make(.edge(hash, nil)) }
    }

    // MARK: Alarms

    func insert(_ alarm: NewAlarm) throws -> AlarmRow {
        guard tables.alarmKeys[alarm.alarm.id] == nil else { throw StoreError.duplicate("alarm \(alarm.alarm.id)") }
        let row = AlarmRow(
            alarm,
            key: AlarmKey(nextNumber(\.alarm)),
            change: nextChange(of: alarm.sender, alarm.receiver)
        )
        for person in row.persons { make(.lastChange(person, row.change)) }
        make(.alarm(row.key, row))
        if let wakeAt = alarm.wakeAt { make(.wake(row.key, wakeAt)) }
        return row
    }

    func update(_ alarm: inout AlarmRow) throws {
        try require(alarm.key)
        alarm.change = nextChange(of: alarm.sender, alarm.receiver)
        // A person who was forgotten has no number, and gets none again.
        for person in alarm.persons where tables.lastChanges[person] != nil || !devices(of: person).isEmpty {
            make(.lastChange(person, alarm.change))
        }
        make(.alarm(alarm.key, alarm))
    }

    private func nextChange(of sender: PersonID, _ receiver: PersonID) -> Int64 {
        max(lastChange(of: sender), lastChange(of: receiver)) + 1
    }

    func updateProgress(of alarm: AlarmKey, to progress: [DeviceProgress]) throws {
        try require(alarm)
        guard var row = tables.alarms[alarm] else { return }
        row.alarm = row.alarm.reporting(progress)
        make(.alarm(alarm, row))
    }

    func blankContents(of circle: CircleID) {
        for key in tables.alarmsOfCircle[circle].elements {
            guard var row = tables.alarms[key] else { continue }
            row.content.message = nil
            row.content.reply = nil
            make(.alarm(key, row))
        }
    }

    func append(_ line: RecordLine) throws {
        try require(line.alarm)
        make(.record(line.alarm, record(of: line.alarm) + [line]))
    }

    private func require(_ key: AlarmKey) throws {
        guard tables.alarms[key] != nil else { throw StoreError.missing("alarm number \(key.number)") }
    }

    // MARK: Wakes and deliveries

    func setWake(of alarm: AlarmKey, at instant: Instant?) throws {
        try require(alarm)
        make(.wake(alarm, instant))
    }

    func claimWakes(through now: Instant, limit: Int) -> [Wake] {
        let claimed = wakes(through: now, limit: limit)
        for wake in claimed { make(.wake(wake.alarm, nil)) }
        return claimed
    }

    func insert(_ delivery: DeliveryRow) throws {
        guard tables.deliveries[delivery.order.id] == nil else { return }
        try require(delivery.alarm)
        make(.delivery(nextNumber(\.row), delivery))
    }

    func update(_ delivery: DeliveryRow) throws {
        guard let number = tables.deliveries.number(of: delivery.order.id) else {
            throw StoreError.missing("delivery \(delivery.order.id)")
        }
        make(.delivery(number, delivery))
    }

    func supersedeDeliveries(of alarm: AlarmKey, before epoch: Int) {
        supersede(of: alarm) { $0.order.stage.asksForAction && $0.order.epoch < epoch }
    }

    func supersedeAllDeliveries(of alarm: AlarmKey) {
        supersede(of: alarm) { _ in true }
    }

    private func supersede(of alarm: AlarmKey, where isConcerned: (DeliveryRow) -> Bool) {
        for key in tables.deliveriesOfAlarm[alarm].elements {
            guard var row = tables.deliveries[key.minor], !row.state.isFinal, isConcerned(row) else { continue }
            row.endLease(as: .superseded)
            make(.delivery(key.minor, row))
        }
    }

    func leaseDeliveries(at now: Instant, until end: Instant, holder: String, limit: Int) -> [DeliveryRow] {
        tables.unfinishedByTime.elements.prefix(max(limit, 0)).prefix { $0.major <= now }.compactMap { key in
            guard var row = tables.deliveries[key.minor] else { return nil }
            row.lease(to: holder, until: end)
            make(.delivery(key.minor, row))
            return row
        }
    }

    func leaseDeliveries(
        awaiting devices: [DeviceID],
        until end: Instant,
        holder: String,
        limit: Int
    ) -> [DeliveryRow] {
        let devices = Set(devices)
        var leased: [DeliveryRow] = []
        for key in tables.unfinishedByTime.elements {
            guard leased.count < limit else { break }
            guard var row = tables.deliveries[key.minor], row.awaitsListener,
                row.order.destination.device.map(devices.contains) ?? false
            else { continue }
            row.lease(to: holder, until: end)
            make(.delivery(key.minor, row))
            leased.append(row)
        }
        return leased
    }

    // MARK: The rest

    func insert(_ replay: Replay) throws {
        let name = ReplayKey(device: replay.device, jti: replay.jti)
        guard tables.replays[name] == nil else {
            throw StoreError.duplicate("an answer to this request of device \(replay.device)")
        }
        make(.replay(name, replay))
    }

    func setValue(_ value: [UInt8]?, for key: String, until end: Instant?) {
        make(.value(key, value.map { StoredValue(bytes: $0, end: end) }))
    }

    func insert(_ interval: BlindInterval) {
        make(.blindIntervals(tables.blindIntervals + [interval]))
    }

    func forgetBlindIntervals(endedBefore: Instant, keeping count: Int) {
        let kept = tables.blindIntervals.suffix(max(count, 0)).filter { $0.until >= endedBefore }
        if kept.count < tables.blindIntervals.count { make(.blindIntervals(kept)) }
    }

    func purge(at now: Instant, endedBefore: Instant, limit: Int) -> Int {
        let replays = expired(tables.replaysByExpiry, before: now, limit: limit)
        for name in replays { make(.replay(name, nil)) }
        let codes = expired(tables.enrolmentsByExpiry, before: now, limit: limit)
        for name in codes { make(.enrolment(name, nil)) }
        let values = expired(tables.valuesByEnd, before: now, limit: limit)
        for key in values { make(.value(key, nil)) }
        let invites = expired(tables.invitesByExpiry, before: now - Invite.locatorRest, limit: limit)
        for number in invites { make(.invite(number, nil)) }
        let alarms = expired(tables.endedAlarms, before: endedBefore, limit: limit)
        for key in alarms { forget(key) }
        return replays.count + codes.count + values.count + invites.count + alarms.count
    }

    /// The keys of at most `limit` rows that expired before `end`, the earliest first.
    private func expired<Name>(
        _ rows: SortedSet<SortKey<Instant, Name>>,
        before end: Instant,
        limit: Int
    ) -> [Name] {
        rows.elements.prefix(max(limit, 0)).prefix { $0.major < end }.map(\.minor)
    }

    func forget(_ alarm: AlarmKey) {
        for key in tables.deliveriesOfAlarm[alarm].elements { make(.delivery(key.minor, nil)) }
        make(.record(alarm, nil))
        make(.wake(alarm, nil))
        make(.alarm(alarm, nil))
    }
}
