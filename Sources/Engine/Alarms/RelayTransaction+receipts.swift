package import AlarmCore
package import AlarmWire
package import Storage

extension RelayTransaction {
    /// Takes a receipt from one of the receiver's devices (PA1 section 5), or the answer of their server as one.
    ///
    /// A repeated receipt that changes nothing writes no row.
    package func take(_ receipt: Receipt, of row: AlarmRow, from device: Device) throws -> EngineResponse {
        let kind = kinds[row.alarm.preset]
        if let answer = try kind.take(receipt, of: row, from: device, in: self) { return answer }
        guard row.receiver == device.person else { throw Problem(.notFound) }
        if transaction.prefetches {
            let rows: [Prefetch] = [.pair(row.circle), .value(reportsKey(of: device.id))]
            try readAhead(deciding: [AlarmParties(of: row)], besides: rows)
        }
        guard try transaction.isActive(circleOf: row) else {
            throw Problem(.gone, detail: "the pair or circle of this alarm has ended, and the alarm with it")
        }
        // Any receipt, even a stale one, is a sign of life.
        try recordSignOfLife(from: device)
        let id = row.alarm.id
        // The device is told what another node may have ended, while this one holds a delivery that it looked at before.
        commitEffects.overtaken[row.key] = row.alarm.epoch
        guard !row.alarm.state.isFinal, receipt.revision == row.alarm.revision else {
            try noteRing(receipt, of: row, on: device.id)
            return EngineResponse(
                200,
                ReceiptAccepted(
                    id: id,
                    state: row.alarm.state,
                    revision: row.alarm.revision,
                    isReplyLost: receipt.isReplyLost(by: row.content)
                )
            )
        }
        let receipt = try kind.limiting(receipt, of: row, in: self)
        let report = AlarmReceipt(
            report: receipt.report,
            device: device.id,
            revision: receipt.revision,
            until: receipt.until
        )
        var row = row
        if receipt.report == .received {
            try note(report, on: &row)
        } else {
            let reply = receipt.answers || receipt.reply != nil ? receipt.reply : row.content.reply
            if try apply(report, at: receipt.at, reply: reply, on: &row) { try countReport(of: device.id) }
        }
        let isPutOff = receipt.report == .snoozed && row.alarm.state == .snoozed
        return EngineResponse(
            200,
            ReceiptAccepted(
                id: id,
                state: row.alarm.state,
                revision: row.alarm.revision,
                snoozedUntil: isPutOff ? row.alarm.base : nil,
                isReplyLost: receipt.isReplyLost(by: row.content)
            )
        )
    }

    /// Takes what a person's server answered to a ring, in the transaction in which the ring counts as delivered.
    ///
    /// An answer that came too late, to an alarm that was answered, cancelled, changed or put off since, does nothing.
    ///
    /// - Throws: what a receipt of a phone would be refused with.
    func take(_ answer: WebhookAnswer, to delivery: DeliveryRow) throws {
        let order = delivery.order
        guard order.stage.isAnsweredByServers, let device = try order.destination.device.flatMap(transaction.device),
            device.platform.isServer, let row = try transaction.alarm(key: delivery.alarm),
            row.receiver == device.person, !row.alarm.state.isFinal, order.epoch == row.alarm.epoch
        else { return }
        _ = try take(Receipt(answer, to: order, at: now), of: row, from: device)
    }

    /// The key under which a device's reports are counted.
    private func reportsKey(of device: DeviceID) -> String { "reports/\(device)" }

    /// Counts a report that changes an alarm against its device.
    ///
    /// - Throws: the problem `quota-exceeded`, which rolls the count back with the transaction.
    private func countReport(of device: DeviceID) throws {
        try count(
            as: "reports",
            under: reportsKey(of: device),
            perHour: engine.limits.reportsPerHour,
            perDay: engine.limits.reportsPerDay
        ) { most, unit in
            Problem(.quotaExceeded, detail: "a device may change alarms by \(most) reports \(unit): wait a while")
        }
    }
}

extension Receipt {
    /// The receipt that a phone would have sent.
    fileprivate init(_ answer: WebhookAnswer, to order: DeliveryOrder, at now: Instant) {
        switch answer {
        case .acknowledge: self.init(report: .acknowledged, revision: order.revision, at: now)
        case .snooze(let minutes):
            self.init(report: .snoozed, revision: order.revision, at: now, until: now + .minutes(Int64(minutes)))
        }
    }

    /// Whether the receipt's reply is not the one that the sender gets.
    ///
    /// A report that is repeated because its answer was lost has lost nothing.
    fileprivate func isReplyLost(by content: AlarmContent) -> Bool { reply != nil && reply != content.reply }

    /// Whether the receipt is an answer by a person, rather than by the phone alone.
    fileprivate var answers: Bool {
        switch report {
        case .acknowledged, .dismissed, .completed, .snoozed: true
        case .received, .armed, .ringing: false
        }
    }
}
