package import AlarmCore
import Storage

/// Detection of devices that take every push and never report: discarded, or with an app that no longer runs.
extension RelayTransaction {
    /// Counts an occurrence against each of `devices` whose ring the gateway accepted in time for an answer.
    ///
    /// Called when an occurrence ends, not while an alarm is accepted or sent.
    func countUnanswered(of devices: [DeviceID], revision: Int, of row: AlarmRow) throws {
        let policy = kinds.policy(of: row.alarm.preset)
        // A device that rang a moment before another one answered had no chance to report.
        let latest = now - policy.answerTime
        let rung = Set(
            try transaction.deliveries(of: row.key).filter { delivery in
                delivery.order.stage == .ring && delivery.order.revision == revision && delivery.state == .accepted
                    && delivery.finishedAt.map { $0 <= latest } ?? false
            }
            .compactMap(\.order.destination.device)
        )
        for id in devices where rung.contains(id) {
            guard var device = try transaction.device(id), !device.platform.isServer else { continue }
            device.unanswered = min(device.unanswered, Int(Int32.max) - 1) + 1
            try transaction.update(device)
            if device.unanswered == engine.limits.silentAfter { commitEffects.silences[id] = true }
        }
    }

    /// Records a sign of life from a device whose row this transaction may have changed since it was read.
    package func recordSignOfLife(from id: DeviceID) throws {
        if let device = try transaction.device(id) { try recordSignOfLife(from: device) }
    }

    /// Records a sign of life from a device, which resets its count of unanswered alarms.
    package func recordSignOfLife(from device: Device) throws {
        guard device.unanswered > 0 else { return }
        if device.unanswered >= engine.limits.silentAfter { commitEffects.silences[device.id] = false }
        var heard = device
        heard.unanswered = 0
        try transaction.update(heard)
    }
}
