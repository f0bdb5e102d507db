import AlarmCore
import Storage

/// A snapshot that tells an observer of every query.
class ObservedSnapshot: Snapshot {
    let reader: any Snapshot
    let observer: any TransactionObserver

    init(_ reader: any Snapshot, by observer: any TransactionObserver) {
        self.reader = reader
        self.observer = observer
    }

    /// Makes a query; a partial one is answered by `row`, and does not answer it.
    func ask<Answer>(
        _ row: Prefetch?,
        isWhole: Bool = true,
        name: String = #function,
        _ query: () throws -> Answer,
        including others: (Answer) -> [Prefetch] = { _ in [] }
    ) throws -> Answer {
        try observer.willRead(row, name)
        let answer = try query()
        observer.didRead((isWhole ? [row].compactMap(\.self) : []) + others(answer))
        return answer
    }

    var prefetches: Bool { true }

    func prefetch(_ rows: [Prefetch]) throws {
        try observer.prefetch(rows) { row in
            var found: [Prefetch] = [row]
            switch row {
            case .device(let id): _ = try reader.device(id)
            case .devices(let person): found += try reader.devices(of: person).map { .device($0.id) }
            case .pair(let id): _ = try reader.pair(id)
            case .edge(let hash): _ = try reader.edge(hash)
            case .alarm(let id): found += try reader.alarm(id).map(names(of:)) ?? []
            case .keyedAlarm(let key): found += try reader.alarm(key: key).map(names(of:)) ?? []
            case .liveAlarms(let circle):
                found += try reader.liveAlarms(of: circle, limit: .max).flatMap(names(of:))
            case .load(let circle, let sender, let since):
                _ = try reader.load(of: circle, from: sender, since: since)
            case .delivery(let id, let alarm): _ = try reader.delivery(id, of: alarm)
            case .deliveries(let alarm): found += try reader.deliveries(of: alarm).map(name(of:))
            case .document(let kind, let id): _ = try reader.document(kind, id: id)
            case .documents(let kind, let owner):
                found += try reader.documents(kind, of: owner, after: nil, limit: .max).map(name(of:))
            case .circleDocuments(let kind, let circle):
                found += try reader.documents(kind, in: circle, after: nil, limit: .max).map(name(of:))
            case .blindIntervals(let limit): _ = try reader.blindIntervals(limit: limit)
            case .replay(let device, let jti): _ = try reader.replay(of: device, jti: jti)
            case .replayCount(let device, let limit): _ = try reader.replayCount(of: device, limit: limit)
            case .value(let key): _ = try reader.value(key)
            }
            return found
        }
    }

    func names(of row: AlarmRow) -> [Prefetch] { [.alarm(row.alarm.id), .keyedAlarm(row.key)] }
    func name(of row: DeliveryRow) -> Prefetch { .delivery(row.order.id, of: row.alarm) }
    func name(of document: Document) -> Prefetch { .document(document.kind, document.id) }

    // MARK: Devices and pairs

    func device(_ id: DeviceID) throws -> Device? { try ask(.device(id)) { try reader.device(id) } }
    func device(registration: [UInt8]) throws -> Device? {
        try ask(nil) { try reader.device(registration: registration) }
    }
    func devices(of person: PersonID) throws -> [Device] {
        try ask(.devices(of: person)) {
            try reader.devices(of: person)
        } including: {
            $0.map { .device($0.id) }
        }
    }
    func enrolment(_ lookup: [UInt8]) throws -> Enrolment? { try ask(nil) { try reader.enrolment(lookup) } }
    func invite(_ id: InviteID) throws -> Invite? { try ask(nil) { try reader.invite(id) } }
    func invite(locator: String) throws -> Invite? { try ask(nil) { try reader.invite(locator: locator) } }
    func liveInvites(of device: DeviceID, at now: Instant) throws -> [Invite] {
        try ask(nil) { try reader.liveInvites(of: device, at: now) }
    }
    func pair(_ id: PairID) throws -> Pair? { try ask(.pair(id)) { try reader.pair(id) } }
    func pairs(of person: PersonID) throws -> [Pair] {
        try ask(nil) {
            try reader.pairs(of: person)
        } including: {
            $0.map { .pair($0.id) }
        }
    }
    func edge(_ tokenHash: [UInt8]) throws -> Edge? { try ask(.edge(tokenHash)) { try reader.edge(tokenHash) } }

    // MARK: Alarms

    func alarm(_ id: AlarmID) throws -> AlarmRow? {
        try ask(.alarm(id)) {
            try reader.alarm(id)
        } including: {
            $0.map(names(of:)) ?? []
        }
    }
    func alarm(key: AlarmKey) throws -> AlarmRow? {
        try ask(.keyedAlarm(key)) {
            try reader.alarm(key: key)
        } including: {
            $0.map(names(of:)) ?? []
        }
    }
    func alarms(of person: PersonID, changedAfter change: Int64, limit: Int) throws -> [AlarmRow] {
        try ask(nil) {
            try reader.alarms(of: person, changedAfter: change, limit: limit)
        } including: {
            $0.flatMap(names(of:))
        }
    }
    func liveAlarms(of person: PersonID, limit: Int) throws -> [AlarmRow] {
        try ask(nil) {
            try reader.liveAlarms(of: person, limit: limit)
        } including: {
            $0.flatMap(names(of:))
        }
    }
    func liveAlarms(of circle: CircleID, limit: Int) throws -> [AlarmRow] {
        try ask(.liveAlarms(of: circle), isWhole: limit == .max) {
            try reader.liveAlarms(of: circle, limit: limit)
        } including: {
            $0.flatMap(names(of:))
        }
    }
    func load(of circle: CircleID, from sender: PersonID, since: Instant) throws -> AlarmLoad {
        try ask(.load(of: circle, from: sender, since: since)) {
            try reader.load(of: circle, from: sender, since: since)
        }
    }
    func record(of alarm: AlarmKey) throws -> [RecordLine] { try ask(nil) { try reader.record(of: alarm) } }

    // MARK: Wakes and deliveries

    func wakes(through horizon: Instant, limit: Int) throws -> [Wake] {
        try ask(nil) { try reader.wakes(through: horizon, limit: limit) }
    }
    func earliestWake() throws -> Wake? { try ask(nil) { try reader.earliestWake() } }
    func delivery(_ id: DeliveryID, of alarm: AlarmKey) throws -> DeliveryRow? {
        try ask(.delivery(id, of: alarm)) { try reader.delivery(id, of: alarm) }
    }
    func deliveries(of alarm: AlarmKey) throws -> [DeliveryRow] {
        try ask(.deliveries(of: alarm)) {
            try reader.deliveries(of: alarm)
        } including: {
            $0.map(name(of:))
        }
    }
    func earliestDelivery() throws -> Instant? { try ask(nil) { try reader.earliestDelivery() } }
    func expiredLeases(at now: Instant, limit: Int) throws -> Int {
        try ask(nil) { try reader.expiredLeases(at: now, limit: limit) }
    }
    func wakeCount() throws -> Int { try ask(nil) { try reader.wakeCount() } }
    func counts(at now: Instant, silentAfter: Int) throws -> StoreCounts {
        try ask(nil) { try reader.counts(at: now, silentAfter: silentAfter) }
    }

    // MARK: Documents

    func document(_ kind: Document.Kind, id: DocumentID) throws -> Document? {
        try ask(.document(kind, id)) { try reader.document(kind, id: id) }
    }
    func documents(
        _ kind: Document.Kind,
        of owner: PersonID,
        after: DocumentPosition?,
        limit: Int
    ) throws -> [Document] {
        try ask(.documents(kind, of: owner), isWhole: after == nil && limit == .max) {
            try reader.documents(kind, of: owner, after: after, limit: limit)
        } including: {
            $0.map(name(of:))
        }
    }
    func documents(
        _ kind: Document.Kind,
        in circle: CircleID,
        after: DocumentPosition?,
        limit: Int
    ) throws -> [Document] {
        try ask(.circleDocuments(kind, in: circle), isWhole: after == nil && limit == .max) {
            try reader.documents(kind, in: circle, after: after, limit: limit)
        } including: {
            $0.map(name(of:))
        }
    }
    func documents(
        _ kind: Document.Kind,
        in circle: CircleID,
        before: DocumentPosition?,
        limit: Int
    ) throws -> [Document] {
        try ask(.circleDocuments(kind, in: circle), isWhole: before == nil && limit == .max) {
            try reader.documents(kind, in: circle, before: before, limit: limit)
        } including: {
            $0.map(name(of:))
        }
    }
    func documents(of owner: PersonID) throws -> [Document] {
        try ask(nil) {
            try reader.documents(of: owner)
        } including: {
            $0.map(name(of:))
        }
    }
    func documents(
        _ kind: Document.Kind,
        before position: Int64,
        after: DocumentPosition?,
        limit: Int
    ) throws -> [Document] {
        try ask(nil) {
            try reader.documents(kind, before: position, after: after, limit: limit)
        } including: {
            $0.map(name(of:))
        }
    }
    func circles(of person: PersonID) throws -> [CircleID] { try ask(nil) { try reader.circles(of: person) } }

    // MARK: The rest

    func sealedValues(_ column: SealedColumn, after: SealedValue.Place?, limit: Int) throws -> [SealedValue] {
        try ask(nil) { try reader.sealedValues(column, after: after, limit: limit) }
    }
    func rows(of table: StoreTable, after: RowKey?, limit: Int) throws -> [StoredRow] {
        try ask(nil) { try reader.rows(of: table, after: after, limit: limit) }
    }
    func lastAlarmKey() throws -> AlarmKey { try ask(nil) { try reader.lastAlarmKey() } }
    func replay(of device: DeviceID, jti: [UInt8]) throws -> Replay? {
        try ask(.replay(of: device, jti: jti)) { try reader.replay(of: device, jti: jti) }
    }
    func replayCount(of device: DeviceID, limit: Int) throws -> Int {
        try ask(.replayCount(of: device, limit: limit)) { try reader.replayCount(of: device, limit: limit) }
    }
    func value(_ key: String) throws -> [UInt8]? { try ask(.value(key)) { try reader.value(key) } }
    func blindIntervals(limit: Int) throws -> [BlindInterval] {
        try ask(.blindIntervals(limit: limit)) { try reader.blindIntervals(limit: limit) }
    }
    func lastChange(of person: PersonID) throws -> Int64 { try ask(nil) { try reader.lastChange(of: person) } }
    func nodes() throws -> [RelayNode] { try ask(nil) { try reader.nodes() } }
    func ownTime() throws -> Instant? { try ask(nil) { try reader.ownTime() } }
}
