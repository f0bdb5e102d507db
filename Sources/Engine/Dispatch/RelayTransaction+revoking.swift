package import AlarmCore
import AlarmWire
import Delivery
package import Storage
import Wording

extension RelayTransaction {
    /// Ends an alarm whose circle ends: nothing of it is sent any more but a final push to each phone that knows of it.
    package func revoke(_ row: inout AlarmRow) throws {
        try queueFinalPush(row)
        try run(.revoke, on: &row)
        try transaction.supersedeAllDeliveries(of: row.key)
    }

    /// Prepares a final push to each phone that knows of an alarm, so that it does not ring what it has armed.
    ///
    /// The push has no row: it must start before the revocation is answered or never, and the rows that it would need
    /// are being deleted. A phone that it does not reach learns the same when it next synchronises.
    package func queueFinalPush(_ row: AlarmRow, to isConcerned: (DeviceID) -> Bool = { _ in true }) throws {
        for known in row.alarm.progress where (known.isInformed || known.isArmed) && isConcerned(known.device) {
            // A device that listens on the event stream learns it from the change of its alarms.
            guard let device = try transaction.device(known.device), device.address != nil,
                let channel = engine.channels[device.platform]
            else { continue }
            let order = DeliveryOrder(
                id: DeliveryID(uuidV5: "farewell/\(known.device)", in: row.alarm.id),
                destination: .device(known.device),
                stage: .cancel,
                urgency: .active,
                epoch: row.alarm.epoch,
                revision: row.alarm.revision,
                due: row.alarm.due,
                deadline: max(row.alarm.base, now) + row.alarm.ttl,
                isLate: false
            )
            let language = Language(tag: device.locale)
            let content = PushContent(
                row: row,
                order: order,
                preset: kinds.name(of: row.alarm),
                words: device.platform.needsTexts ? PushWords(PushText(stage: "cancel", language: language)) : nil,
                language: language.tag
            )
            // An address that cannot be opened any more must not keep anyone from leaving.
            guard let destination = try? engine.destination(of: device),
                let finalPush = try? PreparedPush(content, to: destination, by: channel)
            else { continue }
            commitEffects.finalPushes.append(finalPush)
        }
    }
}
