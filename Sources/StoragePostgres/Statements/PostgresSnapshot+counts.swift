internal import AlarmCore
internal import Storage

extension PostgresSnapshot {
    /// The statements that walk over whole tables, as counting does.
    static let counting = [wakesInAll, devices, pairs, documents, letters]

    private static let wakesInAll = Statement("SELECT count(*) FROM due")
    private static let devices = Statement(
        "SELECT count(DISTINCT person), count(*), count(*) FILTER (WHERE unanswered >= $1) FROM device"
    )
    private static let pairs = Statement("SELECT count(*) FROM pair WHERE revoked_at IS NULL")
    private static let documents = Statement("SELECT kind, count(*) FROM document GROUP BY kind")
    private static let queue = DueQueue.deliveries
    private static let pushes = Statement(
        """
        SELECT platform, count(*) FROM delivery JOIN device ON device.id = delivery.destination
        WHERE \(queue.isDue(at: "$1::bigint")) AND medium IS NULL GROUP BY platform
        """
    )
    private static let letters = Statement(
        """
        SELECT medium, count(*), min(created_at) FROM delivery
        WHERE takeable_at IS NOT NULL AND medium IS NOT NULL AND (attempts > 0 OR \(queue.time) <= $1) GROUP BY medium
        """
    )
    private static let nextDelivery = Statement(
        """
        SELECT not_before FROM delivery
        WHERE takeable_at > $1 AND not_before > $1 AND state = '\(DeliveryRow.State.pending.rawValue)' AND attempts = 0
        ORDER BY takeable_at LIMIT 1
        """
    )

    func wakeCount() throws -> Int {
        try session.first(Self.wakesInAll) { try $0.next() } ?? 0
    }

    func counts(at now: Instant, silentAfter: Int) throws -> StoreCounts {
        var counts = StoreCounts()
        _ = try session.first(Self.devices, [silentAfter]) { row in
            counts.people = try row.next()
            counts.devices = try row.next()
            counts.silentDevices = try row.next()
        }
        counts.pairs = try session.first(Self.pairs) { try $0.next() } ?? 0
        counts.wakes = try wakeCount()
        counts.documents = Dictionary(
            uniqueKeysWithValues: try session.all(Self.documents) { row in
                (try row.next(Document.Kind.self), try row.next(Int.self))
            }
        )
        counts.pushes = Dictionary(
            uniqueKeysWithValues: try session.all(Self.pushes, [now]) { row in
                (try row.next(Device.Platform.self), try row.next(Int.self))
            }
        )
        counts.letters = Dictionary(
            uniqueKeysWithValues: try session.all(Self.letters, [now]) { row in
                let medium = try row.next(Destination.Medium.self)
                return (medium, StoreCounts.Letters(count: try row.next(), oldest: try row.next()))
            }
        )
        counts.nextDelivery = try session.first(Self.nextDelivery, [now]) { try $0.next() }
        return counts
    }
}
