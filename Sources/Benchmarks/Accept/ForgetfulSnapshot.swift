import AlarmCore
import Storage

/// Passes every question on.
class ForgetfulSnapshot: Snapshot {
    private let memory: any Snapshot

    init(_ memory: any Snapshot) {
        self.memory = memory
    }

    func device(_ id: DeviceID) throws -> Device? { try memory.device(id) }
    func device(registration: [UInt8]) throws -> Device? { try memory.device(registration: registration) }
    func devices(of person: PersonID) throws -> [Device] { try memory.devices(of: person) }
    func enrolment(_ lookup: [UInt8]) throws -> Enrolment? { try memory.enrolment(lookup) }

    func invite(_ id: InviteID) throws -> Invite? { try memory.invite(id) }
    func invite(locator: String) throws -> Invite? { try memory.invite(locator: locator) }
    func liveInvites(of device: DeviceID, at now: Instant) throws -> [Invite] {
        try memory.liveInvites(of: device, at: now)
    }
    func pair(_ id: PairID) throws -> Pair? { try memory.pair(id) }
    func pairs(of person: PersonID) throws -> [Pair] { try memory.pairs(of: person) }
    func edge(_ tokenHash: [UInt8]) throws -> Edge? { try memory.edge(tokenHash) }

    func alarm(_ id: AlarmID) throws -> AlarmRow? { try memory.alarm(id) }
    func alarm(key: AlarmKey) throws -> AlarmRow? { try memory.alarm(key: key) }
    func alarms(of person: PersonID, changedAfter change: Int64, limit: Int) throws -> [AlarmRow] {
        try memory.alarms(of: person, changedAfter: change, limit: limit)
    }
    func liveAlarms(of person: PersonID, limit: Int) throws -> [AlarmRow] {
        try memory.liveAlarms(of: person, limit: limit)
    }
    func liveAlarms(of pair: PairID, limit: Int) throws -> [AlarmRow] {
        try memory.liveAlarms(of: pair, limit: limit)
    }
    func load(of pair: PairID, from sender: PersonID, since: Instant) throws -> AlarmLoad {
        try memory.load(of: pair, from: sender, since: since)
    }
    func record(of alarm: AlarmKey) throws -> [RecordLine] { try memory.record(of: alarm) }

    func wakes(through horizon: Instant, limit: Int) throws -> [Wake] {
        try memory.wakes(through: horizon, limit: limit)
    }
    func earliestWake() throws -> Wake? { try memory.earliestWake() }
    func delivery(_ id: DeliveryID, of alarm: AlarmKey) throws -> DeliveryRow? {
        try memory.delivery(id, of: alarm)
    }
    func deliveries(of alarm: AlarmKey) throws -> [DeliveryRow] { try memory.deliveries(of: alarm) }
    func earliestDelivery() throws -> Instant? { try memory.earliestDelivery() }
    func expiredLeases(at now: Instant, limit: Int) throws -> Int {
        try memory.expiredLeases(at: now, limit: limit)
    }
    func wakeCount() throws -> Int { try memory.wakeCount() }
    func blindIntervals(limit: Int) throws -> [BlindInterval] { try memory.blindIntervals(limit: limit) }

    func replay(of device: DeviceID, jti: [UInt8]) throws -> Replay? { try memory.replay(of: device, jti: jti) }
    func value(_ key: String) throws -> [UInt8]? { try memory.value(key) }
    func lastChange() throws -> Int64 { try memory.lastChange() }
}
