import AlarmCore
import Storage

extension Work {
    /// Tells everybody to whom an alert about one of the alarms went, or may have gone, that it is over; once each.
    ///
    /// An alert that is still on its way may arrive: whoever gets it is told as well.
    func settle(_ rows: [AlarmRow], as stage: Stage, except device: DeviceID? = nil) throws {
        var told: Set<Destination> = []
        for row in rows {
            // A member who answered on a device need not be told on their telephone.
            let answering = row.isCare ? try device.flatMap { try transaction.device($0)?.person } : nil
            for delivery in try unsettled(row) {
                let destination = delivery.order.destination
                guard destination.device.map({ $0 != device }) ?? true,
                    try destination.device != nil || answering == nil
                        || engine.person(at: destination, in: transaction) != answering,
                    told.insert(destination).inserted
                else { continue }
                try order(stage, of: row, to: destination)
            }
        }
    }

    /// The alerts of an alarm that went out, or may have, to whom nobody has said since that it is over.
    ///
    /// Whoever was told that one is over, as by a snooze, is not told again when another one ends.
    func unsettled(_ row: AlarmRow) throws -> [DeliveryRow] {
        let deliveries = try transaction.deliveries(of: row.key)
        return deliveries.filter { alert in
            guard alert.order.stage == .alert, alert.state == .accepted || alert.attempts > 0 else { return false }
            return !deliveries.contains {
                $0.order.stage.settles && $0.order.destination == alert.order.destination
                    && $0.order.epoch >= alert.order.epoch
            }
        }
    }

    private func order(_ stage: Stage, of row: AlarmRow, to destination: Destination) throws {
        let order = DeliveryOrder(
            id: DeliveryID(uuidV5: "\(row.alarm.epoch)/\(stage.rawValue)/\(destination)", in: row.alarm.id),
            destination: destination,
            stage: stage,
            urgency: .active,
            epoch: row.alarm.epoch,
            revision: row.alarm.revision,
            due: row.alarm.due,
            deadline: now + .hours(24),
            isLate: false
        )
        try transaction.insert(
            DeliveryRow(order: order, alarm: row.key, circle: row.circle, createdAt: now, notBefore: now)
        )
        ripple.hasDeliveries = true
    }
}
