import AlarmCore
import Storage

extension Work {
    /// Tells everybody to whom an alert about the alarm went, or may have gone, that it is over.
    ///
    /// An alert that is still on its way may arrive: whoever gets it is told as well.
    func settle(_ row: AlarmRow, as stage: Stage, except device: DeviceID? = nil) throws {
        // A member who answered on a device need not be told on their telephone.
        let answering = row.isCare ? try device.flatMap { try transaction.device($0)?.person } : nil
        var told: Set<Destination> = []
        let deliveries = try transaction.deliveries(of: row.key)
        for delivery in deliveries where delivery.order.stage == .alert {
            // Whoever was told that this one is over, as by a snooze, is not told again when another one ends.
            let isSettled = deliveries.contains {
                $0.order.stage == stage && $0.order.destination == delivery.order.destination
                    && $0.order.epoch >= delivery.order.epoch
            }
            if isSettled { continue }
            let destination = delivery.order.destination
            guard delivery.state == .accepted || delivery.attempts > 0,
                destination.device.map({ $0 != device }) ?? true,
                try destination.device != nil || answering == nil
                    || engine.person(at: destination, in: transaction) != answering,
                told.insert(destination).inserted
            else { continue }
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
}
