import AlarmCore

/// Reads the tables as they are while the store's lock is held.
class MemorySnapshot: Snapshot {
    // Final, because an overridable property is read as a whole.
    final var tables: Tables
    private let clock: (@Sendable () -> Instant)?

    init(_ tables: consuming Tables, _ clock: (@Sendable () -> Instant)? = nil) {
        self.tables = tables
        self.clock = clock
    }

    func ownTime() -> Instant? { clock?() }

    // MARK: Devices

    func device(_ id: DeviceID) -> Device? { tables.devices[id] }

    func device(registration: [UInt8]) -> Device? {
        tables.registrations[registration].flatMap { tables.devices[$0] }
    }

    func devices(of person: PersonID) -> [Device] {
        tables.devicesOfPerson[person].elements.compactMap { tables.devices[$0.minor] }
    }

    func enrolment(_ lookup: [UInt8]) -> Enrolment? { tables.enrolments[EnrolmentKey(lookup: lookup)] }

    // MARK: Pairing

    func invite(_ id: InviteID) -> Invite? { tables.invites[id] }

    func invite(locator: String) -> Invite? {
        tables.invitesOfLocator[locator].last.flatMap { tables.invites[$0] }
    }

    func liveInvites(of device: DeviceID, at now: Instant) -> [Invite] {
        tables.liveInvitesOfDevice[device].elements(from: SortKey(now, .max)).compactMap { tables.invites[$0.minor] }
    }

    func pair(_ id: PairID) -> Pair? { tables.pairs[id] }

    func pairs(of person: PersonID) -> [Pair] {
        tables.pairsOfPerson[person].elements.compactMap { tables.pairs[$0.minor] }
    }

    func edge(_ tokenHash: [UInt8]) -> Edge? { tables.edges[tokenHash] }

    // MARK: Alarms

    func alarm(_ id: AlarmID) -> AlarmRow? { tables.alarmKeys[id].flatMap { tables.alarms[$0] } }

    func alarm(key: AlarmKey) -> AlarmRow? { tables.alarms[key] }

    func alarms(of person: PersonID, changedAfter change: Int64, limit: Int) -> [AlarmRow] {
        tables.changesOfPerson[person].elements(from: SortKey(change, AlarmKey(.max)))
            .prefix(max(limit, 0)).compactMap { tables.alarms[$0.minor] }
    }

    func liveAlarms(of person: PersonID, limit: Int) -> [AlarmRow] {
        tables.liveOfPerson[person].elements.prefix(max(limit, 0)).compactMap { tables.alarms[$0.minor] }
    }

    func liveAlarms(of circle: CircleID, limit: Int) -> [AlarmRow] {
        tables.liveOfCircle[circle].elements.prefix(max(limit, 0)).compactMap { tables.alarms[$0] }
    }

    func load(of circle: CircleID, from sender: PersonID, since: Instant) -> AlarmLoad {
        let direction = EdgeDirection(circle: circle, sender: sender)
        let recent = tables.acceptedOfDirection[direction].elements(from: SortKey(since, AlarmKey(.min)))
        return AlarmLoad(
            recent: recent.reduce(0) { count, _ in count + 1 },
            pending: tables.liveOfDirection[direction].count
        )
    }

    func record(of alarm: AlarmKey) -> [RecordLine] { tables.records[alarm] ?? [] }

    // MARK: Wakes and deliveries

    func wakes(through horizon: Instant, limit: Int) -> [Wake] {
        tables.wakesByTime.elements.prefix(max(limit, 0)).prefix { $0.major <= horizon }
            .map { Wake(at: $0.major, alarm: $0.minor) }
    }

    func earliestWake() -> Wake? {
        tables.wakesByTime.first.map { Wake(at: $0.major, alarm: $0.minor) }
    }

    func delivery(_ id: DeliveryID, of alarm: AlarmKey) -> DeliveryRow? {
        tables.deliveries[id].flatMap { $0.alarm == alarm ? $0 : nil }
    }

    func deliveries(of alarm: AlarmKey) -> [DeliveryRow] {
        tables.deliveriesOfAlarm[alarm].elements.compactMap { tables.deliveries[$0.minor] }
    }

    func earliestDelivery() -> Instant? { tables.unfinishedByTime.first?.major }

    func expiredLeases(at now: Instant, limit: Int) -> Int {
        tables.unfinishedByTime.elements.prefix(max(limit, 0)).prefix { $0.major <= now }
            .count { tables.deliveries[$0.minor]?.state == .leased }
    }

    func wakeCount() -> Int { tables.wakes.count }

    func counts(at now: Instant, silentAfter: Int) -> StoreCounts {
        var counts = StoreCounts()
        let devices = tables.devices.all.values
        counts.people = Set(devices.map(\.person)).count
        counts.devices = devices.count
        counts.silentDevices = devices.count { $0.unanswered >= silentAfter }
        counts.pairs = tables.pairs.all.values.count(where: \.isActive)
        counts.wakes = tables.wakes.count
        for key in tables.documents.keys { counts.documents[key.kind, default: 0] += 1 }
        for entry in tables.unfinishedByTime.elements {
            guard let row = tables.deliveries[entry.minor] else { continue }
            if counts.nextDelivery == nil, entry.major > now, row.state == .pending, row.attempts == 0 {
                counts.nextDelivery = entry.major
            }
            switch row.order.destination {
            case .device(let id):
                guard entry.major <= now, let device = tables.devices[id] else { continue }
                counts.pushes[device.platform, default: 0] += 1
            case .contact(_, let medium):
                // What failed waits for another attempt; what was never tried waits only once its time has come.
                guard row.attempts > 0 || entry.major <= now else { continue }
                var letters = counts.letters[medium] ?? StoreCounts.Letters(count: 0, oldest: row.createdAt)
                letters.count += 1
                letters.oldest = min(letters.oldest, row.createdAt)
                counts.letters[medium] = letters
            }
        }
        return counts
    }

    // MARK: The rest

    func replay(of device: DeviceID, jti: [UInt8]) -> Replay? {
        tables.replays[ReplayKey(device: device, jti: jti)]
    }

    func replayCount(of device: DeviceID, limit: Int) -> Int {
        min(tables.replayCounts[device, default: 0], max(limit, 0))
    }

    func value(_ key: String) -> [UInt8]? { tables.values[key]?.bytes }

    func blindIntervals(limit: Int) -> [BlindInterval] {
        Array(tables.blindIntervals.reversed().prefix(max(limit, 0)))
    }

    func lastChange(of person: PersonID) -> Int64 { tables.lastChanges[person, default: 0] }
}
