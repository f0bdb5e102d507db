internal import AlarmCore
internal import Storage

private let all = DeliveryRow.columnNames
private let awaits = """
    state = '\(DeliveryRow.State.pending.rawValue)' AND reason = '\(DeliveryRow.notListening)'
    """

/// The number of devices from which on it is cheaper to read for which ones anything waits.
private let many = 50

extension Statement {
    // Only narrows down what is to be leased: what it misses is found at the next look. Names a range of keys, so that it is
    // a search like all others.
    static let awaited = Statement(
        """
        SELECT DISTINCT destination FROM delivery
        WHERE destination > '00000000-0000-0000-0000-000000000000' AND \(awaits)
        """
    )
    // Rows that another transaction holds are passed over, as by every claim.
    static let leaseAwaiting = Statement(
        """
        WITH taken AS (
            SELECT alarm, id, takeable_at, number FROM delivery
            WHERE destination = ANY($1) AND \(awaits)
            ORDER BY takeable_at, number LIMIT $2 FOR UPDATE SKIP LOCKED
        )
        UPDATE delivery SET state = '\(DeliveryRow.State.leased.rawValue)', attempts = attempts + 1, lease_holder = $3,
            lease_end = $4, takeable_at = \(DueQueue.deliveries.place(at: "$4::bigint"))
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
        var devices = devices
        if devices.count > many {
            let awaited = Set(try session.all(.awaited) { try $0.next(DeviceID.self) })
            devices.removeAll { !awaited.contains($0) }
            guard !devices.isEmpty else { return [] }
        }
        return try session.allChanged(
            .leaseAwaiting,
            [ColumnArray(devices), max(limit, 0), holder, end]
        ) { reader in
            let row = try DeliveryRow(reading: &reader)
            return try (row: row, place: (reader.next(Int64.self), reader.next(Int64.self)))
        }.sorted { $0.place < $1.place }.map(\.row)
    }
}
