internal import AlarmCore
internal import Storage

private let deliveryByID = Statement("SELECT \(DeliveryRow.columnNames) FROM delivery WHERE alarm = $1 AND id = $2")
private let deliveriesOfAlarm = Statement(
    "SELECT \(DeliveryRow.columnNames) FROM delivery WHERE alarm = $1 ORDER BY created_at, number"
)
private let queue = DueQueue.deliveries
private let firstTakeable = Statement(
    "SELECT \(queue.time) FROM delivery WHERE \(queue.isMarked(from: 1)) ORDER BY \(queue.order) LIMIT 1"
)
private let leasesAmongTakeable = Statement(
    """
    SELECT count(*) FROM (
        SELECT state FROM delivery WHERE \(queue.isMarked(from: 3)) AND \(queue.isDue(at: "$1::bigint"))
        ORDER BY \(queue.order) LIMIT $2
    ) AS few WHERE state = '\(DeliveryRow.State.leased.rawValue)'
    """
)

extension PostgresSnapshot {
    func delivery(_ id: DeliveryID, of alarm: AlarmKey) throws -> DeliveryRow? {
        if let known = rows.delivery(id, of: alarm) { return known }
        let found = try session.first(deliveryByID, [alarm, id], DeliveryRow.init(reading:))
        rows.deliveries[alarm, default: [:]].updateValue(found, forKey: id)
        return found
    }

    func deliveries(of alarm: AlarmKey) throws -> [DeliveryRow] {
        if let known = rows.deliveries(of: alarm) { return known }
        let found = try session.all(deliveriesOfAlarm, [alarm], DeliveryRow.init(reading:))
        rows.keep(found, of: alarm)
        return found
    }

    func earliestDelivery() throws -> Instant? {
        try session.first(firstTakeable, mark(of: .deliveries)) { try $0.next() }
    }

    func expiredLeases(at now: Instant, limit: Int) throws -> Int {
        try session.first(leasesAmongTakeable, [now, max(limit, 0)] + mark(of: .deliveries)) { try $0.next() } ?? 0
    }
}
