internal import AlarmCore
internal import Storage

private let leased = DeliveryRow.State.leased.rawValue
private let all = DeliveryRow.columnNames
private let changing = DeliveryRow.changingColumnNames
private let superseded = """
    state = '\(DeliveryRow.State.superseded.rawValue)', lease_holder = NULL, lease_end = NULL, takeable_at = NULL
    """
private let asking = Stage.allCases.filter(\.asksForAction).map { "'\($0.rawValue)'" }.joined(separator: ", ")

private let insertDelivery = Statement(
    """
    INSERT INTO delivery (\(all), takeable_at) VALUES (\(all.marks), $\(all.count + 1)) ON CONFLICT (alarm, id) DO NOTHING
    """
)
private let updateDelivery = Statement(
    """
    UPDATE delivery SET (\(changing), takeable_at) = (\(changing.marks), $\(changing.count + 1))
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
            SELECT alarm, id, takeable_at, number FROM delivery WHERE takeable_at <= $1
            ORDER BY takeable_at, number LIMIT $2 FOR UPDATE SKIP LOCKED
        )
        UPDATE delivery SET state = '\(leased)', attempts = attempts + 1, lease_holder = $3, lease_end = $4, takeable_at = $4
        FROM taken WHERE delivery.alarm = taken.alarm AND delivery.id = taken.id
        RETURNING \(all.of("delivery")), taken.takeable_at, taken.number
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
        return try session.allChanged(.lease, [now, max(limit, 0), holder, end]) { reader in
            let row = try DeliveryRow(reading: &reader)
            return try (row: row, place: (reader.next(Int64.self), reader.next(Int64.self)))
        }.sorted { $0.place < $1.place }.map(\.row)
    }
}
