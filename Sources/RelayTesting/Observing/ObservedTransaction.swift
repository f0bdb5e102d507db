import AlarmCore
import Storage

/// A transaction that tells an observer of every query, and has it make every write.
final class ObservedTransaction: ObservedSnapshot, Transaction {
    private let base: any Transaction

    init(_ base: any Transaction, by observer: any TransactionObserver) {
        self.base = base
        super.init(base, by: observer)
    }

    /// Makes a write without an answer, after which the answers to `tells` are known.
    private func change(
        _ tells: Prefetch...,
        if condition: Prefetch? = nil,
        hiding hides: ((Prefetch) -> Bool)? = nil,
        _ write: @escaping (any Transaction) throws -> Void
    ) throws {
        let base = base
        try observer.write(WriteEffect(tells: tells, condition: condition, hides: hides)) { try write(base) }
    }

    /// Makes a write with an answer that changes many rows.
    private func sweep<Answer>(name: String = #function, _ write: () throws -> Answer) throws -> Answer {
        defer { observer.forgetAll() }
        return try ask(nil, name: name, write)
    }

    // MARK: Devices and pairs

    func insert(_ device: Device) throws { try change(.device(device.id)) { try $0.insert(device) } }
    func update(_ device: Device) throws { try change(.device(device.id)) { try $0.update(device) } }
    func delete(_ device: DeviceID) throws { try change(.device(device)) { try $0.delete(device) } }
    func put(_ enrolment: Enrolment) throws { try change { try $0.put(enrolment) } }
    func insert(_ invite: Invite) throws { try change { try $0.insert(invite) } }
    func update(_ invite: Invite) throws { try change { try $0.update(invite) } }
    func insert(_ pair: Pair, edges: [Edge]) throws { try change(.pair(pair.id)) { try $0.insert(pair, edges: edges) } }
    func update(_ pair: Pair) throws { try change(.pair(pair.id)) { try $0.update(pair) } }
    func deleteEdges(of pair: PairID) throws { try change { try $0.deleteEdges(of: pair) } }

    // MARK: Alarms

    func insert(_ alarm: NewAlarm) throws -> AlarmRow {
        try observer.number { row in
            // No delivery can be there before its alarm.
            WriteEffect(tells: names(of: row) + [.deliveries(of: row.key)], hides: \.countsAlarms)
        } _: {
            try base.insert(alarm)
        } orElse: {
            AlarmRow(alarm, key: AlarmKey(.max), change: .max)
        }
    }

    func update(_ alarm: inout AlarmRow) throws {
        var row = alarm
        alarm = try observer.number { row in
            WriteEffect(tells: names(of: row), hides: \.countsAlarms)
        } _: {
            try base.update(&row)
            return row
        } orElse: {
            row
        }
    }

    func updateProgress(of alarm: AlarmKey, to progress: [DeviceProgress]) throws {
        try change { try $0.updateProgress(of: alarm, to: progress) }
    }
    func blankContents(of circle: CircleID) throws { try change { try $0.blankContents(of: circle) } }
    func append(_ line: RecordLine) throws { try change { try $0.append(line) } }

    // MARK: Wakes and deliveries

    func setWake(of alarm: AlarmKey, at instant: Instant?) throws {
        try change { try $0.setWake(of: alarm, at: instant) }
    }
    func claimWakes(through now: Instant, limit: Int) throws -> [Wake] {
        try ask(nil) { try base.claimWakes(through: now, limit: limit) }
    }
    func insert(_ delivery: DeliveryRow) throws {
        // Whether there was one with this identifier is known only where the alarm's others are.
        try change(name(of: delivery), if: .deliveries(of: delivery.alarm)) { try $0.insert(delivery) }
    }
    func update(_ delivery: DeliveryRow) throws { try change(name(of: delivery)) { try $0.update(delivery) } }
    func supersedeDeliveries(of alarm: AlarmKey, before epoch: Int) throws {
        try change { try $0.supersedeDeliveries(of: alarm, before: epoch) }
    }
    func supersedeAllDeliveries(of alarm: AlarmKey) throws { try change { try $0.supersedeAllDeliveries(of: alarm) } }
    func leaseDeliveries(at now: Instant, until end: Instant, holder: String, limit: Int) throws -> [DeliveryRow] {
        try sweep { try base.leaseDeliveries(at: now, until: end, holder: holder, limit: limit) }
    }
    func leaseDeliveries(
        awaiting devices: [DeviceID],
        until end: Instant,
        holder: String,
        limit: Int
    ) throws -> [DeliveryRow] {
        try sweep { try base.leaseDeliveries(awaiting: devices, until: end, holder: holder, limit: limit) }
    }

    // MARK: Nodes

    func put(_ node: RelayNode) throws { try change { try $0.put(node) } }
    func renew(_ node: NodeID, at instant: Instant) throws -> Bool {
        try ask(nil) { try base.renew(node, at: instant) }
    }
    func takeOver(heartbeatBefore instant: Instant) throws -> TakeOver {
        try sweep { try base.takeOver(heartbeatBefore: instant) }
    }
    func takeOverAll() throws -> TakeOver { try sweep { try base.takeOverAll() } }
    func remove(_ node: NodeID) throws -> Int { try sweep { try base.remove(node) } }

    // MARK: Documents

    func put(_ document: Document) throws { try change(name(of: document)) { try $0.put(document) } }
    func deleteDocument(_ kind: Document.Kind, id: DocumentID) throws {
        try change(.document(kind, id)) { try $0.deleteDocument(kind, id: id) }
    }
    func deleteDocuments(of owner: PersonID) throws { try change { try $0.deleteDocuments(of: owner) } }
    func deleteDocuments(_ kind: Document.Kind, of owner: PersonID, before position: Int64) throws {
        try change(hiding: { $0.isDocument(of: kind) }) { try $0.deleteDocuments(kind, of: owner, before: position) }
    }
    func deleteDocuments(_ kind: Document.Kind, of owner: PersonID, butLast count: Int) throws {
        try change(hiding: { $0.isDocument(of: kind) }) { try $0.deleteDocuments(kind, of: owner, butLast: count) }
    }
    func deleteOldest(_ kind: Document.Kind, before position: Int64, limit: Int) throws -> Int {
        try sweep { try base.deleteOldest(kind, before: position, limit: limit) }
    }

    // MARK: The rest

    func forget(_ person: PersonID) throws -> Int { try sweep { try base.forget(person) } }
    func replace(_ value: SealedValue, with sealed: [UInt8]) throws -> Bool {
        try sweep { try base.replace(value, with: sealed) }
    }
    func restore(_ rows: [StoredRow]) throws { try change(hiding: { _ in true }) { try $0.restore(rows) } }
    func skipAlarmKeys(through key: AlarmKey) throws { try change { try $0.skipAlarmKeys(through: key) } }
    func insert(_ replay: Replay) throws {
        try change(.replay(of: replay.device, jti: replay.jti), hiding: \.countsReplays) { try $0.insert(replay) }
    }
    func setValue(_ value: [UInt8]?, for key: String, until end: Instant?) throws {
        try change(.value(key)) { try $0.setValue(value, for: key, until: end) }
    }
    func insert(_ interval: BlindInterval) throws { try change(hiding: \.isInterval) { try $0.insert(interval) } }
    func forgetBlindIntervals(endedBefore: Instant, keeping count: Int) throws {
        try change(hiding: \.isInterval) { try $0.forgetBlindIntervals(endedBefore: endedBefore, keeping: count) }
    }
    func purge(at now: Instant, endedBefore: Instant, limit: Int) throws -> Int {
        try sweep { try base.purge(at: now, endedBefore: endedBefore, limit: limit) }
    }
}

extension Prefetch {
    /// Whether a new or changed alarm may change the answer, although it is none about that alarm alone.
    fileprivate var countsAlarms: Bool {
        switch self {
        case .liveAlarms, .load: true
        default: false
        }
    }
    fileprivate var countsReplays: Bool { if case .replayCount = self { true } else { false } }
    fileprivate var isInterval: Bool { if case .blindIntervals = self { true } else { false } }
    fileprivate func isDocument(of kind: Document.Kind) -> Bool {
        switch self {
        case .document(kind, _), .documents(kind, _), .circleDocuments(kind, _): true
        default: false
        }
    }
}
