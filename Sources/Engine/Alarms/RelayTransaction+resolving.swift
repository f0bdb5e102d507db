package import AlarmCore
package import Storage

extension RelayTransaction {
    /// Sends everyone to whom an alert about one of the alarms went, or may have gone, one message that it is over.
    ///
    /// An alert that is still under way may arrive, so its recipient is told as well; one that only waited is dropped.
    ///
    /// The device, or the contact, who gave the reason for it knows already.
    package func resolve(
        _ rows: [AlarmRow],
        as stage: Stage,
        except device: DeviceID? = nil,
        orContact contact: ContactID? = nil
    ) throws {
        var told: Set<Destination> = []
        for row in rows {
            let tellsWhoAnswered = kinds[row.alarm.preset].tellsWhoAnswered
            let answering = tellsWhoAnswered ? nil : try device.flatMap { try transaction.device($0)?.person }
            for delivery in try unresolved(row) {
                let destination = delivery.order.destination
                guard destination.device.map({ $0 != device }) ?? true,
                    contact == nil || destination.contact != contact,
                    try destination.device != nil || answering == nil
                        || engine.person(at: destination, in: transaction) != answering,
                    told.insert(destination).inserted
                else { continue }
                try order(stage, of: row, to: destination)
            }
        }
    }

    /// The alerts of an alarm that were sent, or may have been, and that no message has resolved since.
    ///
    /// A recipient who was told once, as after a snooze, is not told again when a later alert ends.
    package func unresolved(_ row: AlarmRow) throws -> [DeliveryRow] {
        try transaction.deliveries(of: row.key).unresolvedAlerts
    }

    /// Orders a notice about an alarm, to be sent at once; the same notice ordered twice, for the same reason, is one.
    package func order(
        _ stage: Stage,
        of row: AlarmRow,
        to destination: Destination,
        because reason: String? = nil
    ) throws {
        let order = DeliveryOrder(
            id: DeliveryID(notice: stage, because: reason, of: row.alarm, to: destination),
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
        commitEffects.hasDeliveries = true
    }
}

extension DeliveryID {
    /// Identifier of a notice about the present epoch of an alarm.
    package init(notice stage: Stage, because reason: String? = nil, of alarm: Alarm, to destination: Destination) {
        let kind = reason.map { "\(stage.rawValue)/\($0)" } ?? stage.rawValue
        self.init(uuidV5: "\(alarm.epoch)/\(kind)/\(destination)", in: alarm.id)
    }
}

extension [DeliveryRow] {
    /// The alerts that were sent, or may have been, and that no message among these has resolved since.
    ///
    /// One that certainly went to no server is not among them: nobody has to hear that it is over. A device may know of
    /// an alert without a push. A call is not among them, either: whoever was called hears by text message how it ended.
    package var unresolvedAlerts: [DeliveryRow] {
        filter { alert in
            guard alert.order.stage == .alert, alert.order.destination.medium != .call,
                mayBeKnown(alert)
            else { return false }
            return !contains {
                $0.order.stage.resolvesAlert && $0.order.destination == alert.order.destination
                    && $0.order.epoch >= alert.order.epoch
            }
        }
    }

    private func mayBeKnown(_ alert: DeliveryRow) -> Bool {
        guard case .contact(let contact, let medium) = alert.order.destination else {
            return alert.state == .accepted || alert.attempts > 0
        }
        return alert.mayHaveArrived
            || medium == .sms
                && contains { call in
                    call.order.stage == .alert && call.order.destination == .contact(contact, .call)
                        && call.order.epoch == alert.order.epoch && call.mayHaveArrived
                }
    }
}
