package import AlarmCore
package import AlarmWire
package import Engine
import Storage

extension Alarms {
    /// Takes a receipt from one of the receiver's devices (PA1 section 5).
    ///
    /// A repeated receipt that changes nothing writes no row.
    package func take(_ receipt: Receipt, of id: AlarmID, from device: Device) throws -> EngineResponse {
        guard var row = try transaction.alarm(id) else { throw Problem(.notFound) }
        let kind = engine.kinds[row.alarm.preset]
        if let answer = try kind.take(receipt, of: row, from: device, in: tx) { return answer }
        try require(device, as: .receiver, of: row)
        // Any receipt, even a stale one, is a sign of life.
        try tx.recordSignOfLife(from: device)
        guard !row.alarm.state.isFinal, receipt.revision == row.alarm.revision else {
            return EngineResponse(200, ReceiptAccepted(id: id, state: row.alarm.state, revision: row.alarm.revision))
        }
        let receipt = try kind.limiting(receipt, of: row, in: tx)
        let report = AlarmReceipt(
            report: receipt.report,
            device: device.id,
            revision: receipt.revision,
            until: receipt.until
        )
        if receipt.report == .received {
            try tx.note(report, on: &row)
        } else {
            let reply = receipt.answers || receipt.reply != nil ? receipt.reply : row.content.reply
            if try tx.apply(report, reply: reply, on: &row) { try countReport(of: device.id) }
        }
        let isPutOff = receipt.report == .snoozed && row.alarm.state == .snoozed
        return EngineResponse(
            200,
            ReceiptAccepted(
                id: id,
                state: row.alarm.state,
                revision: row.alarm.revision,
                snoozedUntil: isPutOff ? row.alarm.base : nil
            )
        )
    }

    /// Records a sign of life, and which alarms the device saw for the first time.
    func noteSynchronisation(of device: DeviceID, telling alarms: [Alarm]) throws {
        try tx.recordSignOfLife(from: device)
        for alarm in alarms {
            guard var row = try transaction.alarm(alarm.id) else { continue }
            try tx.note(AlarmReceipt(report: .received, device: device, revision: alarm.revision), on: &row)
        }
    }

    /// Counts a report that changes an alarm against its device.
    ///
    /// - Throws: the problem `quota-exceeded`.
    private func countReport(of device: DeviceID) throws {
        let limit = engine.limits.reportsPerHour
        try transaction.count(
            under: "reports/\(device)",
            limit: limit,
            at: now,
            refusal: Problem(
                .quotaExceeded,
                detail: "a device may change alarms by \(limit) reports an hour: wait a while"
            )
        )
    }
}

extension Receipt {
    /// Whether the receipt is an answer by a person, rather than by the phone alone.
    fileprivate var answers: Bool {
        switch report {
        case .acknowledged, .dismissed, .completed, .snoozed: true
        case .received, .armed, .ringing: false
        }
    }
}
