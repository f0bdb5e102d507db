/// The statements by which watermarks move.
extension Statement {
    /// Has the transaction commit without waiting for the disk: what it loses is raised again.
    static let commitLater = Statement("SET LOCAL synchronous_commit = off")

    /// Raises a queue's floor to just above `$1`, by the server's clock at most, and returns it; NULL only reads it.
    static func raiseFloor(of queue: DueQueue) -> Statement {
        switch queue {
        case .wakes: raiseWakes
        case .deliveries: raiseDeliveries
        }
    }

    /// Finds the first row of a queue from a mark, `$1` and `$2`, on and below `$3`, and says which transactions run.
    ///
    /// With its own number: a snapshot's `xmax` would not do, as it is one more than the highest number that has ended, and some
    /// above it may run.
    static func firstRow(of queue: DueQueue) -> Statement {
        switch queue {
        case .wakes: firstWake
        case .deliveries: firstDelivery
        }
    }

    private static let raiseWakes = raising(.wakes, lock: 1)
    private static let raiseDeliveries = raising(.deliveries, lock: 2)
    private static let firstWake = finding(.wakes)
    private static let firstDelivery = finding(.deliveries)

    // The lock, "Reve" and a number, makes reading and raising one step; whoever does not get it leaves the raising to its holder.
    private static func raising(_ queue: DueQueue, lock: Int) -> Statement {
        let wanted = "least($1::bigint, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint)"
        return Statement(
            """
            SELECT CASE
                WHEN $1::bigint IS NOT NULL AND \(wanted) >= coalesce(\(queue.floor), \(Int64.min + 1))
                    AND pg_try_advisory_xact_lock(\(0x5265_7665), \(lock))
                THEN setval('\(queue.floorName)', greatest(\(wanted) + 1, \(queue.floor)))
                ELSE \(queue.floor) END
            """
        )
    }

    private static func finding(_ queue: DueQueue) -> Statement {
        Statement(
            """
            SELECT earliest.place, earliest.key, pg_snapshot_xmin(present.seen)::text::bigint,
                pg_current_xact_id()::text::bigint
            FROM (SELECT pg_current_snapshot() AS seen OFFSET 0) AS present LEFT JOIN LATERAL (
                SELECT \(queue.place) AS place, \(queue.key) AS key FROM \(queue.table)
                WHERE \(queue.isMarked(from: 1)) AND \(queue.place) < $3::bigint ORDER BY \(queue.order) LIMIT 1
            ) AS earliest ON true
            """
        )
    }
}
