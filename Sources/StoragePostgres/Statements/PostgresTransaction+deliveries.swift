internal import AlarmCore
internal import Storage

private let leased = DeliveryRow.State.leased.rawValue
private let all = DeliveryRow.columnNames
private let changing = DeliveryRow.changingColumnNames
private let queue = DueQueue.deliveries
private let superseded = """
    state = '\(DeliveryRow.State.superseded.rawValue)', lease_holder = NULL, lease_end = NULL, takeable_at = NULL
    """
private let asking = Stage.allCases.filter(\.asksForAction).map { "'\($0.rawValue)'" }.joined(separator: ", ")

private let insertDelivery = Statement(
    """
    INSERT INTO delivery (\(all), takeable_at) VALUES (\(all.marks), \(queue.place(at: "$\(all.count + 1)::bigint")))
    ON CONFLICT (alarm, id) DO NOTHING
    """
)
private let updateDelivery = Statement(
    """
    UPDATE delivery SET (\(changing), takeable_at)
        = (\(changing.marks), \(queue.place(at: "$\(changing.count + 1)::bigint")))
    WHERE alarm = $\(changing.count + 2) AND id = $\(changing.count + 3)
    """
)
// A term of its own: by the column itself the index of all that waits would be read, as if nothing did, wherever the table was
// analysed at such a time.
private let supersedeAsking = Statement(
    """
    UPDATE delivery SET \(superseded)
    WHERE alarm = $1 AND takeable_at + 0 IS NOT NULL AND epoch < $2 AND stage IN (\(asking))
    """
)
private let supersedeAll = Statement(
    "UPDATE delivery SET \(superseded) WHERE alarm = $1 AND takeable_at + 0 IS NOT NULL"
)

extension Statement {
    // Rows that another transaction holds are passed over: it leases them, or ends them.
    static let lease = Statement(
        """
        WITH taken AS (
            SELECT ctid, \(queue.time) AS since, number FROM delivery
            WHERE \(queue.isMarked(from: 5)) AND \(queue.isDue(at: "$1::bigint"))
            ORDER BY \(queue.order) LIMIT $2 FOR UPDATE SKIP LOCKED
        )
        UPDATE delivery SET state = '\(leased)', attempts = attempts + 1, lease_holder = $3, lease_end = $4,
            takeable_at = \(queue.place(at: "$4::bigint"))
        FROM taken WHERE delivery.ctid = taken.ctid
        RETURNING \(all.of("delivery")), taken.since, taken.number
        """
    )
}

extension PostgresTransaction {
    func insert(_ delivery: DeliveryRow) throws {
        try require(delivery.alarm)
        try session.run(
            insertDelivery,
            delivery.fixedColumns + delivery.changingColumns + [delivery.takeableAt]
        )
        rows.add(delivery)
    }

    func update(_ delivery: DeliveryRow) throws {
        try session.run(
            updateDelivery,
            delivery.changingColumns + [delivery.takeableAt, delivery.alarm, delivery.order.id],
            orElse: .missing("delivery \(delivery.order.id)")
        )
        rows.keep(delivery)
    }

    func supersedeDeliveries(of alarm: AlarmKey, before epoch: Int) throws {
        try session.run(supersedeAsking, [alarm, epoch])
        rows.supersede(of: alarm) { $0.order.stage.asksForAction && $0.order.epoch < epoch }
    }

    func supersedeAllDeliveries(of alarm: AlarmKey) throws {
        try session.run(supersedeAll, [alarm])
        rows.supersede(of: alarm) { _ in true }
    }

    func leaseDeliveries(at now: Instant, until end: Instant, holder: String, limit: Int) throws -> [DeliveryRow] {
        beginClaim()
        rows.forgetDeliveries()
        session.connection.watermarks.noteClaim(.deliveries, through: now)
        let values: [any Column] = [now, max(limit, 0), holder, end] + mark(of: .deliveries)
        return try session.allChanged(.lease, values) { reader in
            let row = try DeliveryRow(reading: &reader)
            return try (row: row, place: (reader.next(Int64.self), reader.next(Int64.self)))
        }.sorted { $0.place < $1.place }.map(\.row)
    }
}
