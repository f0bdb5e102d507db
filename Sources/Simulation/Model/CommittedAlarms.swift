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
    /// Number of alarms that have not ended, or have deliveries that have not.
    private(set) var restless = 0

    var isEmpty: Bool { ordered.isEmpty }

    /// The alarms, oldest first.
    var inOrder: some Sequence<CommittedAlarm> { ordered.lazy.map(\.committed) }

    var keys: some Sequence<AlarmKey> { places.keys }

    subscript(key: AlarmKey) -> CommittedAlarm? {
        get { places[key]?.committed }
        set {
            guard let newValue else { return }
            if newValue.isRestless { restless += 1 }
            if let place = places[key] {
                if place.committed.isRestless { restless -= 1 }
                place.committed = newValue
                return
            }
            let place = Place(newValue)
            places[key] = place
            let index = ordered.lastIndex { $0.committed.row.key < key }.map { $0 + 1 } ?? 0
            ordered.insert(place, at: index)
        }
    }

    /// Returns the first alarm whose row is not what `row` returns for its key, unless the key is among `others`.
    func firstUnlike(
        _ row: (AlarmKey) throws -> AlarmRow?,
        except others: Set<AlarmKey>
    ) rethrows -> CommittedAlarm? {
        for place in ordered where !others.contains(place.committed.row.key) {
            if try row(place.committed.row.key) != place.committed.row { return place.committed }
        }
        return nil
    }

    /// Returns the alarm that ordered a delivery.
    func ordering(_ delivery: DeliveryID) -> CommittedAlarm? {
        ordered.first { $0.committed.deliveries[delivery] != nil }?.committed
    }
}
