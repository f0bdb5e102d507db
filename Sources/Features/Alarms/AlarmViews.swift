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
            pair: row.circle,
            setBy: row.sender,
            preset: alarm.preset == EscalationPolicy.partnerAlarm.name ? nil : alarm.preset,
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
}
