import AlarmCore
import AlarmWire
import Engine
import Storage

extension Engine {
    /// How far the alarm got on each of the receiver's devices, which are numbered because their names are private.
    ///
    /// Servers are left out: the sender is told as if there were none.
    ///
    /// The `record` holds the events since the present occurrence, or its present time, began.
    func funnels(of row: AlarmRow, record: [RecordLine], in snapshot: any Snapshot) throws -> [DeliveryFunnel] {
        let asking = try snapshot.deliveries(of: row.key).filter {
            $0.order.stage.asksForAction && $0.order.revision == row.alarm.revision
        }
        let phones = try snapshot.devices(of: row.receiver).filter { !$0.platform.isServer }
        return phones.prefix(AlarmView.deliveriesLimit).enumerated().map { index, device in
            var funnel = DeliveryFunnel(
                device: index + 1,
                pushes: asking.filter { $0.order.destination == .device(device.id) },
                record: record.filter { $0.event.device == device.id }
            )
            // A page that may have been closed is not said to be armed.
            if !presence.ringsByItself(device, at: clock.now()) { funnel.armed = nil }
            funnel.unanswered = device.unanswered
            funnel.isSilent = device.unanswered >= limits.silentAfter
            return funnel
        }
    }
}

extension DeliveryFunnel {
    /// Derives the funnel of one device from its pushes and the events of the record.
    fileprivate init(device: Int, pushes: [DeliveryRow], record: [RecordLine]) {
        func first(_ kinds: AlarmEvent.Kind...) -> Instant? {
            record.first { kinds.contains($0.event.kind) }?.at
        }
        let received = first(.received, .armed, .ringing, .snoozed, .acknowledged, .dismissed, .declined)
        let ringing = first(.ringing)
        let acknowledged = first(.acknowledged, .dismissed)
        self.init(
            device: device,
            // A device registered later may have received the alarm in a synchronisation before any push.
            relayed: [pushes.map(\.createdAt).min(), received].compactMap(\.self).min(),
            delivered: pushes.filter { $0.state == .accepted }.compactMap(\.finishedAt).min(),
            received: received,
            armed: first(.armed),
            ringing: ringing,
            acknowledged: acknowledged,
            worked: [ringing, acknowledged].compactMap(\.self).min().flatMap { Step(lastOf: pushes, before: $0) },
            attempts: pushes.reduce(0) { $0 + $1.attempts },
            error: pushes.last { $0.state != .accepted }?.reason
        )
    }
}

extension DeliveryFunnel.Step {
    /// The step whose push was the last one sent before the device reported; nil where none was.
    ///
    /// A leased push counts: its phone may report before the gateway has answered.
    fileprivate init?(lastOf pushes: [DeliveryRow], before instant: Instant) {
        let sent = pushes.filter { [.accepted, .leased].contains($0.state) && $0.notBefore <= instant }
        guard let last = sent.max(by: { $0.notBefore < $1.notBefore }) else { return nil }
        self.init(stage: last.order.stage, urgency: last.order.urgency, offset: last.order.offset)
    }
}
