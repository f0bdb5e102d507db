internal import AlarmCore
internal import Storage

extension SQLiteSnapshot {
    func delivery(_ id: DeliveryID, of alarm: AlarmKey) throws -> DeliveryRow? {
        try session.first(DeliverySQL.byID, [alarm, id], DeliveryRow.init(reading:))
    }

    func deliveries(of alarm: AlarmKey) throws -> [DeliveryRow] {
        try session.all(DeliverySQL.ofAlarm, [alarm], DeliveryRow.init(reading:))
    }

    func earliestDelivery() throws -> Instant? {
        try session.first(DeliverySQL.earliest) { try $0.next() }
    }

    func expiredLeases(at now: Instant, limit: Int) throws -> Int {
        try session.first(DeliverySQL.expiredLeases, [now, max(limit, 0)]) { try $0.next() } ?? 0
    }
}
