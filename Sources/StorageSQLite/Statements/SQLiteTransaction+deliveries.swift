internal import AlarmCore
internal import Storage

extension SQLiteTransaction {
    func insert(_ delivery: DeliveryRow) throws {
        try session.run(
            DeliverySQL.insert,
            delivery.fixedColumns + delivery.changingColumns + [delivery.takeableAt],
            missing: "alarm number \(delivery.alarm.number)"
        )
    }

    func update(_ delivery: DeliveryRow) throws {
        try replace(
            DeliverySQL.update,
            delivery.changingColumns + [delivery.takeableAt, delivery.alarm, delivery.order.id],
            "delivery \(delivery.order.id)"
        )
    }

    func supersedeDeliveries(of alarm: AlarmKey, before epoch: Int) throws {
        try session.run(DeliverySQL.supersedeAsking, [alarm, epoch])
    }

    func supersedeAllDeliveries(of alarm: AlarmKey) throws {
        try session.run(DeliverySQL.supersedeAll, [alarm])
    }

    func leaseDeliveries(at now: Instant, until end: Instant, holder: String, limit: Int) throws -> [DeliveryRow] {
        let leased = try session.all(DeliverySQL.takeable, [now, max(limit, 0)]) { reader in
            var row = try DeliveryRow(reading: &reader)
            row.lease(to: holder, until: end)
            return row
        }
        if !leased.isEmpty { try session.run(DeliverySQL.lease, [holder, end, end, now, leased.count]) }
        return leased
    }

    func leaseDeliveries(
        awaiting devices: [DeviceID],
        until end: Instant,
        holder: String,
        limit: Int
    ) throws -> [DeliveryRow] {
        let devices = Set(devices)
        let waiting = try session.all(DeliverySQL.awaitingListener, []) { try DeliveryRow(reading: &$0) }
            .filter { $0.order.destination.device.map(devices.contains) ?? false }
        return try waiting.prefix(max(limit, 0)).map { row in
            var row = row
            row.lease(to: holder, until: end)
            try update(row)
            return row
        }
    }
}
