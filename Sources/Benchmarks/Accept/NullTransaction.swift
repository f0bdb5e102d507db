import AlarmCore
import Storage

/// A transaction that reports every change as done but makes none, and reads from memory.
final class NullTransaction: ForwardingSnapshot, Transaction {
    let reader: any Snapshot

    init(_ reader: any Snapshot) {
        self.reader = reader
    }

    func insert(_ device: Device) {}
    func update(_ device: Device) {}
    func delete(_ device: DeviceID) {}
    func put(_ enrolment: Enrolment) {}

    func insert(_ invite: Invite) {}
    func update(_ invite: Invite) {}
    func insert(_ pair: Pair, edges: [Edge]) {}
    func update(_ pair: Pair) {}
    func deleteEdges(of pair: PairID) {}

    func insert(_ alarm: NewAlarm) -> AlarmRow { AlarmRow(alarm, key: AlarmKey(1), change: 1) }
    func update(_ alarm: inout AlarmRow) {}
    func updateProgress(of alarm: AlarmKey, to progress: [DeviceProgress]) {}
    func blankContents(of circle: CircleID) {}
    func append(_ line: RecordLine) {}

    func setWake(of alarm: AlarmKey, at instant: Instant?) {}
    func claimWakes(through now: Instant, limit: Int) -> [Wake] { [] }
    func insert(_ delivery: DeliveryRow) {}
    func update(_ delivery: DeliveryRow) {}
    func supersedeDeliveries(of alarm: AlarmKey, before epoch: Int) {}
    func supersedeAllDeliveries(of alarm: AlarmKey) {}
    func leaseDeliveries(at now: Instant, until end: Instant, holder: String, limit: Int) -> [DeliveryRow] { [] }
    func leaseDeliveries(
        awaiting devices: [DeviceID],
        until end: Instant,
        holder: String,
        limit: Int
    ) -> [DeliveryRow] { [] }

    func put(_ node: RelayNode) {}
    func renew(_ node: NodeID, at instant: Instant) -> Bool { true }
    func takeOver(heartbeatBefore instant: Instant) -> TakeOver { TakeOver() }
    func takeOverAll() -> TakeOver { TakeOver() }
    func remove(_ node: NodeID) -> Int { 0 }

    func put(_ document: Document) {}
    func deleteDocument(_ kind: Document.Kind, id: DocumentID) {}
    func deleteDocuments(of owner: PersonID) {}
    func forget(_ person: PersonID) -> Int { 0 }
    func deleteDocuments(_ kind: Document.Kind, of owner: PersonID, before position: Int64) {}
    func deleteDocuments(_ kind: Document.Kind, of owner: PersonID, butLast count: Int) {}

    func replace(_ value: SealedValue, with sealed: [UInt8]) -> Bool { true }
    func restore(_ rows: [StoredRow]) {}
    func skipAlarmKeys(through key: AlarmKey) {}
    func insert(_ replay: Replay) {}
    func setValue(_ value: [UInt8]?, for key: String, until end: Instant?) {}
    func insert(_ interval: BlindInterval) {}
    func forgetBlindIntervals(endedBefore: Instant, keeping count: Int) {}
    func deleteOldest(_ kind: Document.Kind, before position: Int64, limit: Int) -> Int { 0 }
    func purge(at now: Instant, endedBefore: Instant, limit: Int) -> Int { 0 }
}
