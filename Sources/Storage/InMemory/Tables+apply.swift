import AlarmCore

extension Tables {
    /// Makes a change, in the table and in every index of it, and returns the inverse change.
    mutating func apply(_ change: RowChange) -> RowChange {
        switch change {
        case .device(let number, let row): .device(number, replaceDevice(number, with: row))
        case .enrolment(let name, let row): .enrolment(name, replaceEnrolment(name, with: row))
        case .invite(let number, let row): .invite(number, replaceInvite(number, with: row))
        case .pair(let number, let row): .pair(number, replacePair(number, with: row))
        case .edge(let hash, let row): .edge(hash, replaceEdge(hash, with: row))
        case .alarm(let key, let row): .alarm(key, replaceAlarm(key, with: row))
        case .lastChange(let person, let change):
            .lastChange(person, lastChanges.updateValueOrRemove(change, forKey: person))
        case .record(let key, let lines): .record(key, records.updateValueOrRemove(lines, forKey: key))
        case .wake(let key, let instant): .wake(key, replaceWake(key, with: instant))
        case .delivery(let number, let row): .delivery(number, replaceDelivery(number, with: row))
        case .document(let name, let row): .document(name, replaceDocument(name, with: row))
        case .replay(let name, let row): .replay(name, replaceReplay(name, with: row))
        case .value(let key, let value): .value(key, replaceValue(key, with: value))
        case .blindIntervals(let new): .blindIntervals(replaceBlindIntervals(with: new))
        case .node(let id, let row): .node(id, nodes.updateValueOrRemove(row, forKey: id))
        case .counters(let new): .counters(replaceCounters(with: new))
        }
    }

    private mutating func replaceBlindIntervals(with new: [BlindInterval]) -> [BlindInterval] {
        defer { blindIntervals = new }
        return blindIntervals
    }

    private mutating func replaceCounters(with new: Counters) -> Counters {
        defer { counters = new }
        return counters
    }

    private mutating func replaceDevice(_ number: Int64, with row: Device?) -> Device? {
        let old = devices.replace(number, with: row)
        if let old { registrations[old.registration] = nil }
        if let row { registrations[row.registration] = number }
        devicesOfPerson.move(
            from: old.map { ($0.person, SortKey($0.since, number)) },
            to: row.map { ($0.person, SortKey($0.since, number)) }
        )
        return old
    }

    private mutating func replaceEnrolment(_ name: EnrolmentKey, with row: Enrolment?) -> Enrolment? {
        let old = enrolments.updateValueOrRemove(row, forKey: name)
        enrolmentsByExpiry.move(
            from: old.map { SortKey($0.expiresAt, name) },
            to: row.map { SortKey($0.expiresAt, name) }
        )
        return old
    }

    private mutating func replaceInvite(_ number: Int64, with row: Invite?) -> Invite? {
        let old = invites.replace(number, with: row)
        let key = { (invite: Invite) in SortKey(invite.expiresAt, number) }
        let liveEntry = { (invite: Invite) in invite.state.isLive ? (group: invite.inviter, key: key(invite)) : nil }
        invitesOfLocator.move(from: old.map { ($0.locator, number) }, to: row.map { ($0.locator, number) })
        for side in [{ $0.inviter }, { $0.claimer }] as [(Invite) -> DeviceID?] {
            let entry = { (invite: Invite) in side(invite).map { (group: $0, key: number) } }
            invitesOfDevice.move(from: old.flatMap(entry), to: row.flatMap(entry))
        }
        liveInvitesOfDevice.move(from: old.flatMap(liveEntry), to: row.flatMap(liveEntry))
        invitesByExpiry.move(from: old.map(key), to: row.map(key))
        return old
    }

    private mutating func replacePair(_ number: Int64, with row: Pair?) -> Pair? {
        let old = pairs.replace(number, with: row)
        for side in [\Pair.inviter.person, \Pair.claimer.person] {
            pairsOfPerson.move(
                from: old.map { ($0[keyPath: side], SortKey($0.since, number)) },
                to: row.map { ($0[keyPath: side], SortKey($0.since, number)) }
            )
        }
        return old
    }

    private mutating func replaceEdge(_ hash: [UInt8], with row: Edge?) -> Edge? {
        let old = edges.updateValueOrRemove(row, forKey: hash)
        if let old { edgesOfPair[old.pair]?.remove(hash) }
        if let row { edgesOfPair[row.pair, default: []].insert(hash) }
        return old
    }

    private mutating func replaceWake(_ key: AlarmKey, with instant: Instant?) -> Instant? {
        let old = wakes.updateValueOrRemove(instant, forKey: key)
        wakesByTime.move(from: old.map { SortKey($0, key) }, to: instant.map { SortKey($0, key) })
        return old
    }

    private mutating func replaceDelivery(_ number: Int64, with row: DeliveryRow?) -> DeliveryRow? {
        let old = deliveries.replace(number, with: row)
        let time = { (delivery: DeliveryRow) in delivery.takeableAt.map { SortKey($0, number) } }
        unfinishedByTime.move(from: old.flatMap(time), to: row.flatMap(time))
        deliveriesOfAlarm.move(
            from: old.map { ($0.alarm, SortKey($0.createdAt, number)) },
            to: row.map { ($0.alarm, SortKey($0.createdAt, number)) }
        )
        return old
    }

    private mutating func replaceDocument(_ name: DocumentKey, with row: Document?) -> Document? {
        let old = documents.updateValueOrRemove(row, forKey: name)
        if let old { documentsOfPerson[old.owner]?.remove(name) }
        if let row { documentsOfPerson[row.owner, default: []].insert(name) }
        if let old, documentsOfPerson[old.owner]?.isEmpty == true { documentsOfPerson[old.owner] = nil }
        let owned = { (document: Document) in
            (group: DocumentGroup(whole: document.owner, kind: document.kind), key: document.place)
        }
        let concerning = { (document: Document) in
            document.circle.map { (group: DocumentGroup(whole: $0, kind: document.kind), key: document.place) }
        }
        documentsOfOwner.move(from: old.map(owned), to: row.map(owned))
        documentsOfCircle.move(from: old.flatMap(concerning), to: row.flatMap(concerning))
        return old
    }

    private mutating func replaceReplay(_ name: ReplayKey, with row: Replay?) -> Replay? {
        let old = replays.updateValueOrRemove(row, forKey: name)
        let change = (row == nil ? 0 : 1) - (old == nil ? 0 : 1)
        let count = replayCounts[name.device, default: 0] + change
        replayCounts[name.device] = count > 0 ? count : nil
        replaysByExpiry.move(
            from: old.map { SortKey($0.expiresAt, name) },
            to: row.map { SortKey($0.expiresAt, name) }
        )
        return old
    }

    private mutating func replaceValue(_ key: String, with value: StoredValue?) -> StoredValue? {
        let old = values.updateValueOrRemove(value, forKey: key)
        let end = { (value: StoredValue) in value.end.map { SortKey($0, key) } }
        valuesByEnd.move(from: old.flatMap(end), to: value.flatMap(end))
        return old
    }
}

extension Tables {
    private mutating func replaceAlarm(_ key: AlarmKey, with row: AlarmRow?) -> AlarmRow? {
        let old = alarms.updateValueOrRemove(row, forKey: key)
        if let old { alarmKeys[old.alarm.id] = nil }
        if let row { alarmKeys[row.alarm.id] = key }
        for side in [\AlarmRow.sender, \AlarmRow.receiver] {
            let change = { (alarm: AlarmRow) in (group: alarm[keyPath: side], key: SortKey(alarm.change, key)) }
            let due = { (alarm: AlarmRow) in (group: alarm[keyPath: side], key: SortKey(alarm.alarm.due, key)) }
            changesOfPerson.move(from: old.map(change), to: row.map(change))
            liveOfPerson.move(from: old.live.map(due), to: row.live.map(due))
        }
        let accepted = { (alarm: AlarmRow) in (group: alarm.direction, key: SortKey(alarm.acceptedAt, key)) }
        acceptedOfDirection.move(from: old.map(accepted), to: row.map(accepted))
        liveOfDirection.move(from: old.live.map { ($0.direction, key) }, to: row.live.map { ($0.direction, key) })
        alarmsOfCircle.move(from: old.map { ($0.circle, key) }, to: row.map { ($0.circle, key) })
        liveOfCircle.move(from: old.live.map { ($0.circle, key) }, to: row.live.map { ($0.circle, key) })
        endedAlarms.move(
            from: old.ended.map { SortKey($0.changedAt, key) },
            to: row.ended.map { SortKey($0.changedAt, key) }
        )
        return old
    }
}

extension AlarmRow? {
    fileprivate var live: AlarmRow? { flatMap { $0.alarm.state.isFinal ? nil : $0 } }
    fileprivate var ended: AlarmRow? { flatMap { $0.alarm.state.isFinal ? $0 : nil } }
}

extension AlarmRow {
    fileprivate var direction: EdgeDirection { EdgeDirection(circle: circle, sender: sender) }
}
