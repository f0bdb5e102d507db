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
        let firstSnooze = record.firstIndex { $0.event.kind == .snoozed }
        return phones.prefix(AlarmView.deliveriesLimit).enumerated().map { index, device in
            var funnel = DeliveryFunnel(
                device: index + 1,
                pushes: asking.filter { $0.order.destination == .device(device.id) },
                record: record.filter { $0.event.device == device.id }
            )
            // A phone that gave it up may have armed it anew since. Only a snooze makes it do both in one occurrence.
            let held = record[..<(firstSnooze ?? record.endIndex)].last {
                $0.event.kind == .armed && $0.event.device == device.id
            }
            funnel.armed = held?.at ?? funnel.armed
            let isArmed = row.alarm.progress.contains { $0.device == device.id && $0.isArmed }
            if !isArmed, firstSnooze == nil { funnel.armed = nil }
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
        // When it rang is reported late by a phone that was offline; it had the alarm by then.
        let received = record.filter { $0.event.kind.isReport }.map(\.at).min()
        let ringing = first(.ringing)
        let acknowledged = first(.acknowledged, .dismissed)
        let failure = pushes.last { $0.reason != nil }
        let isOver = failure.map { $0.isOvercome(by: pushes, record) } ?? false
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
            error: isOver ? nil : failure?.reason,
            pastError: isOver ? failure?.reason : nil,
            pastErrorAt: isOver ? failure?.createdAt : nil
        )
    }
}

extension AlarmEvent.Kind {
    /// Whether it is a device's own report that it has the alarm.
    fileprivate var isReport: Bool {
        [.received, .armed, .ringing, .snoozed, .acknowledged, .dismissed, .declined].contains(self)
    }
}

extension DeliveryRow {
    /// Whether the device of a push that failed was reached since: by that push in the end, by a later one, or as the
    /// device's own reports of the `record` say.
    fileprivate func isOvercome(by pushes: [DeliveryRow], _ record: [RecordLine]) -> Bool {
        if state == .accepted { return true }
        // Only a refusal ends at once. Other pushes are tried for a while, and closed some time after the last attempt.
        let failedAt = state == .refused ? finishedAt ?? createdAt : createdAt
        if record.contains(where: { $0.event.kind.isReport && $0.at >= failedAt }) { return true }
        let later = (pushes.lastIndex { $0.order.id == order.id } ?? pushes.endIndex) + 1
        let accepted = pushes.enumerated().filter { $0.element.state == .accepted }
        return accepted.contains { index, push in
            guard state == .refused, let time = push.finishedAt else { return index >= later }
            return time > failedAt || time == failedAt && index >= later
        }
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
