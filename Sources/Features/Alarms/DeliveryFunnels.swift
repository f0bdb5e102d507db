import AlarmCore
import AlarmWire
import Storage

extension Engine {
    /// How far the alarm got on each of the receiver's devices, which are numbered: their names are not the sender's business.
    ///
    /// The `record` is what happened since the present occurrence, or its present time, began.
    func funnels(of row: AlarmRow, record: [RecordLine], in snapshot: any Snapshot) throws -> [DeliveryFunnel] {
        let rousing = try snapshot.deliveries(of: row.key).filter {
            $0.order.stage.rouses && $0.order.revision == row.alarm.revision
        }
        return try snapshot.devices(of: row.receiver).prefix(AlarmView.deliveriesLimit).enumerated().map {
            index,
            device in
            var funnel = DeliveryFunnel(
                device: index + 1,
                pushes: rousing.filter { $0.order.destination == .device(device.id) },
                record: record.filter { $0.event.device == device.id }
            )
            funnel.unanswered = device.unanswered
            funnel.isSilent = device.unanswered >= limits.silentAfter
            return funnel
        }
    }
}

extension DeliveryFunnel {
    /// Reads off what became of one device's pushes, and what it said.
    fileprivate init(device: Int, pushes: [DeliveryRow], record: [RecordLine]) {
        func first(_ kinds: AlarmEvent.Kind...) -> Instant? {
            record.first { kinds.contains($0.event.kind) }?.at
        }
        let received = first(.received, .armed, .ringing, .snoozed, .acknowledged, .dismissed, .declined)
        let ringing = first(.ringing)
        let acknowledged = first(.acknowledged, .dismissed)
        self.init(
            device: device,
            // One that came later may have been told in a synchronisation before anything was pushed to it.
            relayed: [pushes.map(\.createdAt).min(), received].compactMap(\.self).min(),
            delivered: pushes.filter { $0.state == .accepted }.compactMap(\.finishedAt).min(),
            received: received,
            armed: first(.armed),
            ringing: ringing,
            acknowledged: acknowledged,
            worked: [ringing, acknowledged].compactMap(\.self).min().flatMap { Rung(lastOf: pushes, before: $0) },
            attempts: pushes.reduce(0) { $0 + $1.attempts },
            error: pushes.last { $0.state != .accepted }?.reason
        )
    }
}

extension DeliveryFunnel.Rung {
    /// The rung whose push was the last to be sent before the device spoke up; nil where none was.
    ///
    /// A push that is still under way counts: its phone may speak before its gateway has answered.
    fileprivate init?(lastOf pushes: [DeliveryRow], before instant: Instant) {
        let sent = pushes.filter { [.accepted, .leased].contains($0.state) && $0.notBefore <= instant }
        guard let last = sent.max(by: { $0.notBefore < $1.notBefore }) else { return nil }
        self.init(stage: last.order.stage, urgency: last.order.urgency, offset: last.order.offset)
    }
}
