internal import AlarmCore
internal import Storage

/// The rows that are to be read ahead, by the query that reads them.
struct PrefetchNames {
    private(set) var devices: [DeviceID] = []
    private(set) var households: [PersonID] = []
    private(set) var pairs: [PairID] = []
    private(set) var edges: [[UInt8]] = []
    private(set) var alarms: [AlarmID] = []
    private(set) var keys: [AlarmKey] = []
    private(set) var liveAlarms: [CircleID] = []
    private(set) var deliveries: [(AlarmKey, DeliveryID)] = []
    private(set) var outboxes: [AlarmKey] = []
    private(set) var documents: [(Document.Kind, DocumentID)] = []
    private(set) var owned: [(Document.Kind, PersonID)] = []
    private(set) var concerning: [(Document.Kind, CircleID)] = []
    private(set) var values: [String] = []

    /// Takes a row that is read together with others of its kind; returns whether it is one.
    mutating func take(_ row: Prefetch) -> Bool {
        switch row {
        case .device(let id): devices.append(id)
        case .devices(let person): households.append(person)
        case .pair(let id): pairs.append(id)
        case .edge(let hash): edges.append(hash)
        case .alarm(let id): alarms.append(id)
        case .keyedAlarm(let key): keys.append(key)
        case .liveAlarms(let circle): liveAlarms.append(circle)
        case .delivery(let id, let alarm): deliveries.append((alarm, id))
        case .deliveries(let alarm): outboxes.append(alarm)
        case .document(let kind, let id): documents.append((kind, id))
        case .documents(let kind, let owner): owned.append((kind, owner))
        case .circleDocuments(let kind, let circle): concerning.append((kind, circle))
        case .value(let key): values.append(key)
        case .load, .blindIntervals, .replay, .replayCount: return false
        }
        return true
    }
}
