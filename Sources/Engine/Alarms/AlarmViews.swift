package import AlarmCore
package import AlarmWire
package import Storage

extension Engine {
    /// How many alarms a list or a synchronisation brings at most.
    package static let listLimit = 500

    /// An alarm as its sender or receiver may see it.
    ///
    /// - Throws: the problem `not-found` for anybody else.
    package func view(of id: AlarmID, for device: Device, in snapshot: any Snapshot) throws -> AlarmView {
        guard let row = try snapshot.alarm(id), row.sender == device.person || row.receiver == device.person else {
            throw Problem(.notFound)
        }
        return try view(of: row, for: device, in: snapshot, withDeliveries: true)
    }

    /// Every alarm of a device's person that has not ended, set by or for them, earliest first.
    package func list(for device: Device, in snapshot: any Snapshot) throws -> AlarmList {
        AlarmList(
            alarms: try snapshot.liveAlarms(of: device.person, limit: Self.listLimit).map { row in
                try view(of: row, for: device, in: snapshot, withDeliveries: false)
            }
        )
    }

    func view(
        of row: AlarmRow,
        for device: Device,
        in snapshot: any Snapshot,
        withDeliveries: Bool
    ) throws -> AlarmView {
        let alarm = row.alarm
        var rule: RecurrenceRule?
        if case .recurring(let given, _, _) = alarm.schedule { rule = given }
        var record = withDeliveries ? try snapshot.record(of: row.key) : []
        // What became of an occurrence, or of a time that has since been changed, is not told of the one that is coming.
        if let start = record.lastIndex(where: { [.renewed, .rescheduled].contains($0.event.kind) }) {
            record.removeFirst(start + 1)
        }
        return AlarmView(
            id: alarm.id,
            pair: row.pair,
            direction: row.sender == device.person ? .outgoing : .incoming,
            state: alarm.state,
            revision: alarm.revision,
            time: alarm.due,
            nextTime: alarm.state.isFinal ? nil : alarm.schedule.next(after: alarm.due, zones: zones),
            rule: rule,
            timeZone: row.content.timeZone,
            lifetime: alarm.ttl,
            sound: row.content.sound,
            setAt: row.acceptedAt,
            isLate: record.contains { $0.event.kind == .late },
            message: row.content.message.flatMap { SealedText($0) },
            reply: row.content.reply.flatMap { SealedText($0) },
            deliveries: withDeliveries ? try funnels(of: row, record: record, in: snapshot) : []
        )
    }

    /// How far the alarm got on each of the receiver's devices, which are numbered: their names are not the sender's business.
    private func funnels(
        of row: AlarmRow,
        record: [RecordLine],
        in snapshot: any Snapshot
    ) throws -> [DeliveryFunnel] {
        let rousing = try snapshot.deliveries(of: row.key).filter {
            $0.order.stage.rouses && $0.order.revision == row.alarm.revision
        }
        return try snapshot.devices(of: row.receiver).prefix(AlarmView.deliveriesLimit).enumerated().map {
            index,
            device in
            let own = rousing.filter { $0.order.device == device.id }
            func first(_ kind: AlarmEvent.Kind) -> Instant? {
                record.first { $0.event.kind == kind && $0.event.device == device.id }?.at
            }
            return DeliveryFunnel(
                device: index + 1,
                relayed: own.map(\.createdAt).min(),
                delivered: own.filter { $0.state == .accepted }.compactMap(\.finishedAt).min(),
                armed: first(.armed),
                ringing: first(.ringing),
                acknowledged: first(.acknowledged) ?? first(.dismissed),
                error: own.last { $0.state != .accepted }?.reason
            )
        }
    }
}
