package import AlarmCore
package import AlarmWire
package import Engine
import Storage

extension Alarms {
    /// Takes a receipt from one of the receiver's devices (PA1 section 5).
    ///
    /// A repeated receipt that changes nothing writes no row.
    package func take(_ receipt: Receipt, of id: AlarmID, from device: Device) throws -> EngineResponse {
        guard let row = try transaction.alarm(id) else { throw Problem(.notFound) }
        return try tx.take(receipt, of: row, from: device)
    }

    /// Records a sign of life, and which alarms the device saw for the first time.
    func noteSynchronisation(of device: DeviceID, telling alarms: [Alarm]) throws {
        try tx.recordSignOfLife(from: device)
        for alarm in alarms {
            guard var row = try transaction.alarm(alarm.id) else { continue }
            try tx.note(AlarmReceipt(report: .received, device: device, revision: alarm.revision), on: &row)
        }
    }
}
