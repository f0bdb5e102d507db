import AlarmCore
import Storage

/// Rows that a transaction changed.
struct TransactionChanges {
    var alarms: Set<AlarmKey> = []
    /// Whether any delivery may have changed.
    var allDeliveries = false
    /// Whether leases were taken over.
    var takesOver = false
    /// The names under which nodes gave signs of life.
    var heartbeats: [String] = []
    /// The name of a node that left.
    var departed: String?
}

/// A transaction that records what it changes in another one.
class RecordingTransaction: RecordingSnapshot, Transaction {
    let base: any Transaction
    var touched = TransactionChanges()
    /// Wakes that the transaction claimed.
    var claimed: [Wake] = []
    /// Deliveries held back for a later transaction.
    var late: [DeliveryRow] = []

    init(_ base: any Transaction, world: Simulation, life: NodeProcess) {
        self.base = base
        super.init(base, world: world, life: life)
    }

    // A transaction decides on what it reads; only a read outside a transaction precedes a send.
    override func delivery(_ id: DeliveryID, of alarm: AlarmKey) throws -> DeliveryRow? {
        try base.delivery(id, of: alarm)
    }

    /// Records that an alarm is about to be changed, and checks that nothing else has changed it before.
    private func touch(_ alarm: AlarmKey) {
        guard touched.alarms.insert(alarm).inserted, let row = try? base.alarm(key: alarm) else { return }
        world.model.checkUnchanged(row)
    }

    // MARK: Alarms

    func insert(_ alarm: NewAlarm) throws -> AlarmRow {
        let row = try base.insert(alarm)
        touched.alarms.insert(row.key)
        return row
    }

    func update(_ alarm: inout AlarmRow) throws {
        touch(alarm.key)
        try base.update(&alarm)
    }

    func updateProgress(of alarm: AlarmKey, to progress: [DeviceProgress]) throws {
        touch(alarm)
        try base.updateProgress(of: alarm, to: progress)
    }

    func blankContents(of circle: CircleID) throws {
        for committed in world.model.inOrder where committed.row.circle == circle { touch(committed.row.key) }
        try base.blankContents(of: circle)
    }

    func forget(_ person: PersonID) throws -> Int {
        let concerned = world.model.inOrder.filter { $0.row.sender == person || $0.row.receiver == person }
        for committed in concerned { touch(committed.row.key) }
        touched.allDeliveries = true
        return try base.forget(person)
    }

    func append(_ line: RecordLine) throws {
        touch(line.alarm)
        try base.append(line)
    }

    // MARK: Wakes and deliveries

    func setWake(of alarm: AlarmKey, at instant: Instant?) throws {
        touch(alarm)
        try base.setWake(of: alarm, at: instant)
    }

    func claimWakes(through now: Instant, limit: Int) throws -> [Wake] {
        claimed = try base.claimWakes(through: now, limit: limit)
        touched.alarms.formUnion(claimed.map(\.alarm))
        return claimed
    }

    func insert(_ delivery: DeliveryRow) throws {
        touch(delivery.alarm)
        try base.insert(delivery)
    }

    func update(_ delivery: DeliveryRow) throws {
        touch(delivery.alarm)
        try base.update(delivery)
    }

    func supersedeDeliveries(of alarm: AlarmKey, before epoch: Int) throws {
        touch(alarm)
        try base.supersedeDeliveries(of: alarm, before: epoch)
    }

    func supersedeAllDeliveries(of alarm: AlarmKey) throws {
        touch(alarm)
        try base.supersedeAllDeliveries(of: alarm)
    }

    func leaseDeliveries(at now: Instant, until end: Instant, holder: String, limit: Int) throws -> [DeliveryRow] {
        let rows = try base.leaseDeliveries(at: now, until: end, holder: holder, limit: limit)
        touched.alarms.formUnion(rows.map(\.alarm))
        return rows
    }

    func leaseDeliveries(
        awaiting devices: [DeviceID],
        until end: Instant,
        holder: String,
        limit: Int
    ) throws -> [DeliveryRow] {
        let rows = try base.leaseDeliveries(awaiting: devices, until: end, holder: holder, limit: limit)
        touched.alarms.formUnion(rows.map(\.alarm))
        return rows
    }

    // MARK: Nodes

    func put(_ node: RelayNode) throws {
        touched.heartbeats.append(node.id.leaseHolder)
        try base.put(node)
    }

    func renew(_ node: NodeID, at instant: Instant) throws -> Bool {
        let isThere = try base.renew(node, at: instant)
        if isThere { touched.heartbeats.append(node.leaseHolder) }
        return isThere
    }

    func takeOver(heartbeatBefore instant: Instant) throws -> TakeOver {
        let taken = try base.takeOver(heartbeatBefore: instant)
        noteTakeOver(of: taken.leases)
        return taken
    }

    func takeOverAll() throws -> TakeOver {
        let taken = try base.takeOverAll()
        noteTakeOver(of: taken.leases)
        return taken
    }

    func remove(_ node: NodeID) throws -> Int {
        touched.departed = node.leaseHolder
        let count = try base.remove(node)
        noteTakeOver(of: count)
        return count
    }

    private func noteTakeOver(of count: Int) {
        guard count > 0 else { return }
        touched.allDeliveries = true
        touched.takesOver = true
        world.note("node \(life.node) takes over \(count) deliveries")
    }

    // MARK: What is only passed on

    func insert(_ device: Device) throws { try base.insert(device) }
    func update(_ device: Device) throws { try base.update(device) }
    func delete(_ device: DeviceID) throws { try base.delete(device) }
    func put(_ enrolment: Enrolment) throws { try base.put(enrolment) }
    func insert(_ invite: Invite) throws { try base.insert(invite) }
    func update(_ invite: Invite) throws { try base.update(invite) }
    func insert(_ pair: Pair, edges: [Edge]) throws { try base.insert(pair, edges: edges) }
    func update(_ pair: Pair) throws { try base.update(pair) }
    func deleteEdges(of pair: PairID) throws { try base.deleteEdges(of: pair) }
    func put(_ document: Document) throws { try base.put(document) }
    func deleteDocument(_ kind: Document.Kind, id: DocumentID) throws { try base.deleteDocument(kind, id: id) }
    func deleteDocuments(of owner: PersonID) throws { try base.deleteDocuments(of: owner) }
    func deleteDocuments(_ kind: Document.Kind, of owner: PersonID, before position: Int64) throws {
        try base.deleteDocuments(kind, of: owner, before: position)
    }
    func deleteDocuments(_ kind: Document.Kind, of owner: PersonID, butLast count: Int) throws {
        try base.deleteDocuments(kind, of: owner, butLast: count)
    }
    func deleteOldest(_ kind: Document.Kind, before position: Int64, limit: Int) throws -> Int {
        try base.deleteOldest(kind, before: position, limit: limit)
    }
    func replace(_ value: SealedValue, with sealed: [UInt8]) throws -> Bool {
        try base.replace(value, with: sealed)
    }
    func restore(_ rows: [StoredRow]) throws { try base.restore(rows) }
    func skipAlarmKeys(through key: AlarmKey) throws { try base.skipAlarmKeys(through: key) }
    func insert(_ replay: Replay) throws { try base.insert(replay) }
    func setValue(_ value: [UInt8]?, for key: String, until end: Instant?) throws {
        try base.setValue(value, for: key, until: end)
    }
    func insert(_ interval: BlindInterval) throws {
        world.model.checkAbsence(by: life)
        try base.insert(interval)
    }
    func forgetBlindIntervals(endedBefore: Instant, keeping count: Int) throws {
        try base.forgetBlindIntervals(endedBefore: endedBefore, keeping: count)
    }
    func purge(at now: Instant, endedBefore: Instant, limit: Int) throws -> Int {
        try base.purge(at: now, endedBefore: endedBefore, limit: limit)
    }
}
