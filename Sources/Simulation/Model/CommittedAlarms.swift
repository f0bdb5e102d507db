import AlarmCore
import Storage

/// Every alarm as last committed, in the order of its key.
///
/// They are looked at after every commit and every step, so nothing is sorted, and a look copies no alarm.
struct CommittedAlarms {
    private final class Place {
        var committed: CommittedAlarm

        init(_ committed: CommittedAlarm) {
            self.committed = committed
        }
    }

    private var places: [AlarmKey: Place] = [:]
    private var ordered: [Place] = []
    /// The alarms that have not ended, or have deliveries that have not, oldest first.
    private var restless: [Place] = []
    /// The alarm that ordered each delivery.
    private var owners: [DeliveryID: Place] = [:]

    var isEmpty: Bool { ordered.isEmpty }

    /// Whether every alarm has ended, and every delivery.
    var isAtRest: Bool { restless.isEmpty }

    /// The alarms, oldest first.
    var inOrder: some Sequence<CommittedAlarm> { ordered.lazy.map(\.committed) }

    /// The alarms that have not ended, or have deliveries that have not, oldest first.
    var atWork: some Sequence<CommittedAlarm> { restless.lazy.map(\.committed) }

    var keys: some Sequence<AlarmKey> { places.keys }

    subscript(key: AlarmKey) -> CommittedAlarm? {
        get { places[key]?.committed }
        set {
            guard let newValue else { return }
            let place = place(of: key, newValue)
            let wasRestless = place.committed.isRestless && restless.contains { $0 === place }
            place.committed = newValue
            if newValue.isRestless, !wasRestless {
                let index = restless.lastIndex { $0.committed.row.key < key }.map { $0 + 1 } ?? 0
                restless.insert(place, at: index)
            } else if !newValue.isRestless, wasRestless {
                restless.removeAll { $0 === place }
            }
        }
    }

    private mutating func place(of key: AlarmKey, _ committed: CommittedAlarm) -> Place {
        if let place = places[key] { return place }
        let place = Place(committed)
        places[key] = place
        let index = ordered.lastIndex { $0.committed.row.key < key }.map { $0 + 1 } ?? 0
        ordered.insert(place, at: index)
        return place
    }

    /// Records that an alarm has ordered a delivery.
    mutating func note(_ delivery: DeliveryID, of key: AlarmKey) {
        owners[delivery] = places[key]
    }

    /// Whether an alarm's row is another one than was committed last.
    func isUnlike(_ row: AlarmRow) -> Bool {
        places[row.key].map { $0.committed.row != row } ?? false
    }

    /// Returns the alarm that ordered a delivery.
    func ordering(_ delivery: DeliveryID) -> CommittedAlarm? { owners[delivery]?.committed }
}
