import AlarmCore
import Storage

/// Reads what another snapshot reads, and keeps in mind what a node looked at before it sends a delivery.
class WatchedSnapshot: Snapshot {
    let reader: any Snapshot
    let world: Simulation
    let life: Life

    init(_ reader: any Snapshot, world: Simulation, life: Life) {
        self.reader = reader
        self.world = world
        self.life = life
    }

    func delivery(_ id: DeliveryID, of alarm: AlarmKey) throws -> DeliveryRow? {
        guard let row = try reader.delivery(id, of: alarm) else { return nil }
        let alarm = try reader.alarm(key: row.alarm)?.alarm
        life.looks[id] = Look(
            version: world.model.version,
            reading: life.lastReading,
            row: row,
            epoch: alarm?.epoch,
            isFinal: alarm?.state.isFinal ?? true
        )
        return row
    }

    // MARK: What is only passed on

    func device(_ id: DeviceID) throws -> Device? { try reader.device(id) }
    func device(registration: [UInt8]) throws -> Device? { try reader.device(registration: registration) }
    func devices(of person: PersonID) throws -> [Device] { try reader.devices(of: person) }
    func enrolment(_ lookup: [UInt8]) throws -> Enrolment? { try reader.enrolment(lookup) }
    func invite(_ id: InviteID) throws -> Invite? { try reader.invite(id) }
    func invite(locator: String) throws -> Invite? { try reader.invite(locator: locator) }
    func liveInvites(of device: DeviceID, at now: Instant) throws -> [Invite] {
        try reader.liveInvites(of: device, at: now)
    }
    func pair(_ id: PairID) throws -> Pair? { try reader.pair(id) }
    func pairs(of person: PersonID) throws -> [Pair] { try reader.pairs(of: person) }
    func edge(_ tokenHash: [UInt8]) throws -> Edge? { try reader.edge(tokenHash) }
    func alarm(_ id: AlarmID) throws -> AlarmRow? { try reader.alarm(id) }
    func alarm(key: AlarmKey) throws -> AlarmRow? { try reader.alarm(key: key) }
    func alarms(of person: PersonID, changedAfter change: Int64, limit: Int) throws -> [AlarmRow] {
        try reader.alarms(of: person, changedAfter: change, limit: limit)
    }
    func liveAlarms(of person: PersonID, limit: Int) throws -> [AlarmRow] {
        try reader.liveAlarms(of: person, limit: limit)
    }
    func liveAlarms(of pair: PairID, limit: Int) throws -> [AlarmRow] { try reader.liveAlarms(of: pair, limit: limit) }
    func load(of pair: PairID, from sender: PersonID, since: Instant) throws -> AlarmLoad {
        try reader.load(of: pair, from: sender, since: since)
    }
    func record(of alarm: AlarmKey) throws -> [RecordLine] { try reader.record(of: alarm) }
    func wakes(through horizon: Instant, limit: Int) throws -> [Wake] {
        try reader.wakes(through: horizon, limit: limit)
    }
    func earliestWake() throws -> Wake? { try reader.earliestWake() }
    func deliveries(of alarm: AlarmKey) throws -> [DeliveryRow] { try reader.deliveries(of: alarm) }
    func earliestDelivery() throws -> Instant? { try reader.earliestDelivery() }
    func expiredLeases(at now: Instant, limit: Int) throws -> Int {
        try reader.expiredLeases(at: now, limit: limit)
    }
    func wakeCount() throws -> Int { try reader.wakeCount() }
    func blindIntervals(limit: Int) throws -> [BlindInterval] { try reader.blindIntervals(limit: limit) }
    func replay(of device: DeviceID, jti: [UInt8]) throws -> Replay? { try reader.replay(of: device, jti: jti) }
    func value(_ key: String) throws -> [UInt8]? { try reader.value(key) }
    func lastChange() throws -> Int64 { try reader.lastChange() }
}
