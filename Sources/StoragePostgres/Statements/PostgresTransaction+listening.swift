internal import AlarmCore
internal import Storage

private let all = DeliveryRow.columnNames

extension Statement {
    // Rows that another transaction holds are passed over, as by every claim.
    static let leaseAwaiting = Statement(
        """
        WITH taken AS (
            SELECT alarm, id, takeable_at, number FROM delivery
            WHERE destination = ANY($1) AND state = '\(DeliveryRow.State.pending.rawValue)'
                AND reason = '\(DeliveryRow.notListening)'
            ORDER BY takeable_at, number LIMIT $2 FOR UPDATE SKIP LOCKED
        )
        UPDATE delivery SET state = '\(DeliveryRow.State.leased.rawValue)', attempts = attempts + 1, lease_holder = $3,
            lease_end = $4, takeable_at = $4
        FROM taken WHERE delivery.alarm = taken.alarm AND delivery.id = taken.id
        RETURNING \(all.of("delivery")), taken.takeable_at, taken.number
        """
    )
}

extension PostgresTransaction {
    func leaseDeliveries(
        awaiting devices: [DeviceID],
        until end: Instant,
        holder: String,
        limit: Int
    ) throws -> [DeliveryRow] {
        beginClaim()
        rows.forgetDeliveries()
        return try session.allChanged(
            .leaseAwaiting,
            [ColumnArray(devices), max(limit, 0), holder, end]
        ) { reader in
            let row = try DeliveryRow(reading: &reader)
            return try (row: row, place: (reader.next(Int64.self), reader.next(Int64.self)))
        }.sorted { $0.place < $1.place }.map(\.row)
    }
}
