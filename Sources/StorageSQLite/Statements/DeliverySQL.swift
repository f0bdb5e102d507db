internal import AlarmCore
internal import Storage

/// The outbox's statements.
enum DeliverySQL {
    static let byID = "SELECT \(DeliveryRow.columnNames) FROM delivery WHERE alarm = ? AND id = ?"
    static let ofAlarm = """
        SELECT \(DeliveryRow.columnNames) FROM delivery WHERE alarm = ? ORDER BY created_at, number
        """
    static let earliest = """
        SELECT takeable_at FROM delivery WHERE takeable_at IS NOT NULL ORDER BY takeable_at LIMIT 1
        """
    static let expiredLeases = """
        SELECT count(*) FROM (SELECT state FROM delivery WHERE takeable_at <= ? ORDER BY takeable_at LIMIT ?)
        WHERE state = '\(DeliveryRow.State.leased.rawValue)'
        """
    static let insert = """
        INSERT INTO delivery (\(DeliveryRow.columnNames), takeable_at)
        VALUES (\(DeliveryRow.columnNames.marks), ?) ON CONFLICT (alarm, id) DO NOTHING
        """
    static let update = """
        UPDATE delivery SET (\(DeliveryRow.changingColumnNames), takeable_at) = (\(DeliveryRow.changingColumnNames.marks), ?)
        WHERE alarm = ? AND id = ?
        """
    static let supersedeAsking = """
        UPDATE delivery SET \(superseded) WHERE alarm = ? AND takeable_at IS NOT NULL AND epoch < ? AND stage IN (\(asking))
        """
    static let supersedeAll = """
        UPDATE delivery SET \(superseded) WHERE alarm = ? AND takeable_at IS NOT NULL
        """
    static let takeable = """
        SELECT \(DeliveryRow.columnNames) FROM delivery WHERE takeable_at <= ?
        ORDER BY takeable_at, number LIMIT ?
        """
    // Exactly the rows that were read, in the same order. A range up to the last of them would not do: in a partial
    // index SQLite compares only the first column of a pair, and a hundred thousand deliveries may share one instant.
    static let lease = """
        UPDATE delivery SET state = '\(DeliveryRow.State.leased.rawValue)', attempts = attempts + 1,
            lease_holder = ?, lease_end = ?, takeable_at = ?
        WHERE number IN (
            SELECT number FROM delivery WHERE takeable_at <= ? ORDER BY takeable_at, number LIMIT ?
        )
        """
    // Walks over all that is unfinished: no node of a database in a file needs it, as each is alone.
    static let awaitingListener = """
        SELECT \(DeliveryRow.columnNames) FROM delivery
        WHERE takeable_at IS NOT NULL AND state = '\(DeliveryRow.State.pending.rawValue)'
            AND reason = '\(DeliveryRow.notListening)'
        ORDER BY takeable_at, number
        """
    static let release = """
        UPDATE delivery SET state = '\(DeliveryRow.State.pending.rawValue)', lease_holder = NULL, lease_end = NULL,
            takeable_at = not_before
        WHERE takeable_at IS NOT NULL AND state = '\(DeliveryRow.State.leased.rawValue)'
        """
    static let releaseOfHolder = "\(release) AND lease_holder = ?"
    static let releaseOfNobody = "\(release) AND lease_holder NOT IN (SELECT id FROM node WHERE id > '')"

    private static let superseded = """
        state = '\(DeliveryRow.State.superseded.rawValue)', lease_holder = NULL, lease_end = NULL, takeable_at = NULL
        """
    private static let asking = Stage.allCases.filter(\.asksForAction).map { "'\($0.rawValue)'" }.joined(
        separator: ", "
    )
}
