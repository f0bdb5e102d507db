import AlarmCore
import Storage

/// Devices that take every push and never say a word: thrown away, or with an app that no longer runs.
extension Work {
    /// Counts an occurrence against those of `devices` for which the gateway took a ring in time for an answer.
    ///
    /// Called when an occurrence ends, not while one is accepted or sent.
    func countSilence(of devices: [DeviceID], revision: Int, of row: AlarmRow) throws {
        let policy = engine.policies[row.alarm.preset] ?? .partnerAlarm
        // Whoever was rung a moment before somebody else answered had no chance to speak.
        let latest = now - (policy.confirmationTime ?? EscalationPolicy.usualConfirmationTime)
        let rung = Set(
            try transaction.deliveries(of: row.key).filter { delivery in
                delivery.order.stage == .ring && delivery.order.revision == revision && delivery.state == .accepted
                    && delivery.finishedAt.map { $0 <= latest } ?? false
            }
            .compactMap(\.order.destination.device)
        )
        for id in devices where rung.contains(id) {
            guard var device = try transaction.device(id) else { continue }
            device.unanswered = min(device.unanswered, Int(Int32.max) - 1) + 1
            try transaction.update(device)
            if device.unanswered == engine.limits.silentAfter { ripple.silences[id] = true }
        }
    }

    /// Takes note that a device lives: what was counted against it is forgotten.
    func hear(from id: DeviceID) throws {
        guard var device = try transaction.device(id), device.unanswered > 0 else { return }
        if device.unanswered >= engine.limits.silentAfter { ripple.silences[id] = false }
        device.unanswered = 0
        try transaction.update(device)
    }
}
