package import AlarmCore

/// A snapshot that forwards every query that it does not implement itself.
package protocol ForwardingSnapshot: Snapshot {
    /// The snapshot that answers the forwarded queries.
    var reader: any Snapshot { get }
}

extension ForwardingSnapshot {
    package var prefetches: Bool { reader.prefetches }
    package func prefetch(_ rows: [Prefetch]) throws { try reader.prefetch(rows) }
    package func device(_ id: DeviceID) throws -> Device? { try reader.device(id) }
    package func device(registration: [UInt8]) throws -> Device? { try reader.device(registration: registration) }
    package func devices(of person: PersonID) throws -> [Device] { try reader.devices(of: person) }
    package func enrolment(_ lookup: [UInt8]) throws -> Enrolment? { try reader.enrolment(lookup) }
    package func invite(_ id: InviteID) throws -> Invite? { try reader.invite(id) }
    package func invite(locator: String) throws -> Invite? { try reader.invite(locator: locator) }
    package func liveInvites(of device: DeviceID, at now: Instant) throws -> [Invite] {
        try reader.liveInvites(of: device, at: now)
    }
    package func pair(_ id: PairID) throws -> Pair? { try reader.pair(id) }
    package func pairs(of person: PersonID) throws -> [Pair] { try reader.pairs(of: person) }
    package func edge(_ tokenHash: [UInt8]) throws -> Edge? { try reader.edge(tokenHash) }
    package func alarm(_ id: AlarmID) throws -> AlarmRow? { try reader.alarm(id) }
    package func alarm(key: AlarmKey) throws -> AlarmRow? { try reader.alarm(key: key) }
    package func alarms(of person: PersonID, changedAfter change: Int64, limit: Int) throws -> [AlarmRow] {
        try reader.alarms(of: person, changedAfter: change, limit: limit)
    }
    package func liveAlarms(of person: PersonID, limit: Int) throws -> [AlarmRow] {
        try reader.liveAlarms(of: person, limit: limit)
    }
    package func liveAlarms(of circle: CircleID, limit: Int) throws -> [AlarmRow] {
        try reader.liveAlarms(of: circle, limit: limit)
    }
    package func load(of circle: CircleID, from sender: PersonID, since: Instant) throws -> AlarmLoad {
        try reader.load(of: circle, from: sender, since: since)
    }
    package func record(of alarm: AlarmKey) throws -> [RecordLine] { try reader.record(of: alarm) }
    package func wakes(through horizon: Instant, limit: Int) throws -> [Wake] {
        try reader.wakes(through: horizon, limit: limit)
    }
    package func earliestWake() throws -> Wake? { try reader.earliestWake() }
    package func delivery(_ id: DeliveryID, of alarm: AlarmKey) throws -> DeliveryRow? {
        try reader.delivery(id, of: alarm)
    }
    package func deliveries(of alarm: AlarmKey) throws -> [DeliveryRow] { try reader.deliveries(of: alarm) }
    package func earliestDelivery() throws -> Instant? { try reader.earliestDelivery() }
    package func expiredLeases(at now: Instant, limit: Int) throws -> Int {
        try reader.expiredLeases(at: now, limit: limit)
    }
    package func wakeCount() throws -> Int { try reader.wakeCount() }
    package func counts(at now: Instant, silentAfter: Int) throws -> StoreCounts {
        try reader.counts(at: now, silentAfter: silentAfter)
    }
    package func document(_ kind: Document.Kind, id: DocumentID) throws -> Document? {
        try reader.document(kind, id: id)
    }
    package func documents(
        _ kind: Document.Kind,
        of owner: PersonID,
        after: DocumentPosition?,
        limit: Int
    ) throws -> [Document] {
        try reader.documents(kind, of: owner, after: after, limit: limit)
    }
    package func documents(
        _ kind: Document.Kind,
        in circle: CircleID,
        after: DocumentPosition?,
        limit: Int
    ) throws -> [Document] {
        try reader.documents(kind, in: circle, after: after, limit: limit)
    }
    package func documents(
        _ kind: Document.Kind,
        in circle: CircleID,
        before: DocumentPosition?,
        limit: Int
    ) throws -> [Document] {
        try reader.documents(kind, in: circle, before: before, limit: limit)
    }
    package func documents(of owner: PersonID) throws -> [Document] { try reader.documents(of: owner) }
    package func documents(
        _ kind: Document.Kind,
        before position: Int64,
        after: DocumentPosition?,
        limit: Int
    ) throws -> [Document] {
        try reader.documents(kind, before: position, after: after, limit: limit)
    }
    package func nodes() throws -> [RelayNode] { try reader.nodes() }
    package func ownTime() throws -> Instant? { try reader.ownTime() }
    package func sealedValues(
        _ column: SealedColumn,
        after: SealedValue.Place?,
        limit: Int
    ) throws -> [SealedValue] {
        try reader.sealedValues(column, after: after, limit: limit)
    }
    package func rows(of table: StoreTable, after: RowKey?, limit: Int) throws -> [StoredRow] {
        try reader.rows(of: table, after: after, limit: limit)
    }
    package func lastAlarmKey() throws -> AlarmKey { try reader.lastAlarmKey() }
    package func circles(of person: PersonID) throws -> [CircleID] { try reader.circles(of: person) }
    package func blindIntervals(limit: Int) throws -> [BlindInterval] { try reader.blindIntervals(limit: limit) }
    package func replay(of device: DeviceID, jti: [UInt8]) throws -> Replay? { try reader.replay(of: device, jti: jti) }
    package func replayCount(of device: DeviceID, limit: Int) throws -> Int {
        try reader.replayCount(of: device, limit: limit)
    }
    package func value(_ key: String) throws -> [UInt8]? { try reader.value(key) }
    package func lastChange(of person: PersonID) throws -> Int64 { try reader.lastChange(of: person) }
}
