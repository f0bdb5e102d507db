internal import AlarmCore
internal import Storage

/// The rows that one transaction has read or written, by identity, so that none is asked for twice.
///
/// A value that is nil stands for a row that is known not to be there. Every row of a list that is known is known by
/// itself, too: so a change of a row finds all lists that it concerns.
struct RowMap {
    var devices: [DeviceID: Device?] = [:]
    /// Every device of a person, oldest first.
    var households: [PersonID: [DeviceID]] = [:]
    var pairs: [PairID: Pair?] = [:]
    var edges: [[UInt8]: Edge?] = [:]

    var alarms: [AlarmKey: AlarmRow?] = [:]
    var alarmKeys: [AlarmID: AlarmKey?] = [:]
    /// The alarms of a circle that have not ended, in key order.
    var liveAlarms: [CircleID: [AlarmKey]] = [:]
    /// What was counted of a circle's alarms, by the query.
    var loads: [CircleID: [Prefetch: AlarmLoad]] = [:]

    var deliveries: [AlarmKey: [DeliveryID: DeliveryRow?]] = [:]
    /// Every delivery of an alarm, oldest first.
    var outboxes: [AlarmKey: [DeliveryID]] = [:]

    var documents: [Document.Kind: [DocumentID: Document?]] = [:]
    /// Every document of a kind of a person, in order of place.
    var owned: [DocumentList<PersonID>: [DocumentID]] = [:]
    /// Every document of a kind that concerns a circle, in order of place.
    var concerning: [DocumentList<CircleID>: [DocumentID]] = [:]

    var blindIntervals: [Int: [BlindInterval]] = [:]
    var replays: [DeviceID: [[UInt8]: Replay?]] = [:]
    /// How many replays of a device were counted, by the limit.
    var replayCounts: [DeviceID: [Int: Int]] = [:]
    var values: [String: [UInt8]?] = [:]

    /// Forgets everything, after a change of many rows.
    mutating func forgetAll() { self = RowMap() }
}

/// The documents of a kind that belong to a person, or concern a circle.
struct DocumentList<Whole: Hashable>: Hashable {
    let kind: Document.Kind
    let whole: Whole
}

extension RowMap {
    /// Whether a query needs no answer of the database.
    func answers(_ row: Prefetch) -> Bool {
        switch row {
        case .device(let id): devices[id] != nil
        case .devices(let person): households[person] != nil
        case .pair(let id): pairs[id] != nil
        case .edge(let hash): edges[hash] != nil
        case .alarm(let id): alarmKeys[id] != nil
        case .keyedAlarm(let key): alarms[key] != nil
        case .liveAlarms(let circle): liveAlarms[circle] != nil
        case .load(let circle, _, _): loads[circle]?[row] != nil
        case .delivery(let id, let alarm): deliveries[alarm]?[id] != nil || outboxes[alarm] != nil
        case .deliveries(let alarm): outboxes[alarm] != nil
        case .document(let kind, let id): documents[kind]?[id] != nil
        case .documents(let kind, let owner): owned[DocumentList(kind: kind, whole: owner)] != nil
        case .circleDocuments(let kind, let circle): concerning[DocumentList(kind: kind, whole: circle)] != nil
        case .blindIntervals(let limit): blindIntervals[limit] != nil
        case .replay(let device, let jti): replays[device]?[jti] != nil
        case .replayCount(let device, let limit): replayCounts[device]?[limit] != nil
        case .value(let key): values[key] != nil
        }
    }
}
