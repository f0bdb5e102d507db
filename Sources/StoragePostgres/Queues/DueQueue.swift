internal import Storage

/// A table whose rows are taken in the order of their times, and how statements place and find them.
///
/// A row has a time, from which on it may be taken, and a place, by which an index orders the rows. The place is the time, or
/// the queue's floor where the time lies below it: so a row that is set for a time long past stands before all that is due,
/// and still above whatever claims no longer look at. ``Watermark`` says why that is enough.
enum DueQueue: CaseIterable {
    /// The wakes of alarms.
    case wakes
    /// The outbox.
    case deliveries

    /// The table that holds the rows.
    var table: String {
        switch self {
        case .wakes: "due"
        case .deliveries: "delivery"
        }
    }

    /// The column of a row's place.
    var place: String {
        switch self {
        case .wakes: "due.at"
        case .deliveries: "delivery.takeable_at"
        }
    }

    /// The column that orders rows of one place; it never changes.
    var key: String {
        switch self {
        case .wakes: "due.alarm"
        case .deliveries: "delivery.number"
        }
    }

    /// The time from which on a row may be taken; the rows that have one are those with a place.
    var time: String {
        switch self {
        case .wakes: "coalesce(due.meant_for, due.at)"
        case .deliveries:
            """
            (CASE delivery.state WHEN '\(DeliveryRow.State.leased.rawValue)'
                THEN coalesce(delivery.lease_end, delivery.not_before) ELSE delivery.not_before END)
            """
        }
    }

    /// The order in which rows are taken.
    var order: String { "\(place), \(key)" }

    /// The name of the sequence whose value is the floor.
    var floorName: String { "\(table)_floor" }

    /// The floor; NULL as long as there is none.
    ///
    /// The newest one, whatever the transaction's snapshot: sequences are not part of snapshots.
    var floor: String { "pg_sequence_last_value('\(floorName)')" }

    /// The place of a row that gets this time; NULL for NULL.
    ///
    /// The transaction has its number before the floor is read: `CASE` evaluates its condition first.
    func place(at time: String) -> String {
        """
        CASE WHEN \(time) IS NOT NULL AND pg_current_xact_id() IS NOT NULL
            THEN greatest(\(time), \(floor)) END
        """
    }

    /// The condition that leaves out what lies below a mark, which is given as two parameters from a number on.
    func isMarked(from number: Int) -> String {
        // The server does not see that rows without a place, which the index leaves out, never meet the comparison.
        let hasPlace = self == .deliveries ? "\(place) IS NOT NULL AND " : ""
        return "\(hasPlace)(\(place), \(key)) >= ($\(number)::bigint, $\(number + 1)::bigint)"
    }

    /// The condition that a row may be taken at a time.
    func isDue(at time: String) -> String {
        "\(place) <= (SELECT greatest(\(time), \(floor))) AND \(self.time) <= \(time)"
    }
}

/// Where a row stands in a queue.
struct QueuePlace: Comparable {
    var at: Int64
    var key: Int64

    /// A place before every row's.
    static let first = QueuePlace(at: .min, key: .min)

    /// The first place of an instant.
    init(startOf at: Int64) { self.init(at: at, key: .min) }

    init(at: Int64, key: Int64) {
        self.at = at
        self.key = key
    }

    static func < (left: QueuePlace, right: QueuePlace) -> Bool {
        (left.at, left.key) < (right.at, right.key)
    }

    /// The values of the two parameters of a mark.
    var columns: [any Column] { [at, key] }
}
