internal import AlarmCore
internal import Storage

extension RowMap {
    /// Whether an alarm is known to be there.
    func hasAlarm(_ key: AlarmKey) -> Bool { alarms[key]??.key != nil }

    /// Keeps an alarm that was read.
    mutating func keep(_ row: AlarmRow) {
        alarms[row.key] = row
        alarmKeys[row.alarm.id] = row.key
    }

    /// Keeps alarms of a circle that have not ended, all of them.
    mutating func keep(_ found: [AlarmRow], of circle: CircleID) {
        liveAlarms[circle] = found.map(\.key)
        for row in found { keep(row) }
    }

    /// Takes over an alarm that was added or replaced.
    mutating func put(_ row: AlarmRow) {
        keep(row)
        liveAlarms[row.circle] = nil
        loads[row.circle] = nil
    }

    /// Takes over an alarm that was added, which has no deliveries.
    mutating func add(_ row: AlarmRow) {
        put(row)
        outboxes[row.key] = []
    }

    /// Takes over an alarm's progress.
    mutating func setProgress(of key: AlarmKey, to progress: [DeviceProgress]) {
        guard var row = alarms[key] ?? nil else { return }
        row.alarm = row.alarm.reporting(progress)
        alarms[key] = row
    }

    /// Takes over that a circle's messages and replies were deleted.
    mutating func blankContents(of circle: CircleID) {
        for case var row? in alarms.values where row.circle == circle {
            row.content.message = nil
            row.content.reply = nil
            alarms[row.key] = row
        }
    }
}

extension RowMap {
    /// The delivery of an alarm, if it is known whether there is one.
    func delivery(_ id: DeliveryID, of alarm: AlarmKey) -> DeliveryRow?? {
        if let known = deliveries[alarm]?[id] { return known }
        return outboxes[alarm] == nil ? nil : .some(nil)
    }

    /// Every delivery of an alarm, if known.
    func deliveries(of alarm: AlarmKey) -> [DeliveryRow]? {
        outboxes[alarm]?.compactMap { deliveries[alarm]?[$0] ?? nil }
    }

    /// Keeps a delivery that was read or replaced.
    mutating func keep(_ row: DeliveryRow) { deliveries[row.alarm, default: [:]][row.order.id] = row }

    /// Keeps every delivery of an alarm.
    mutating func keep(_ found: [DeliveryRow], of alarm: AlarmKey) {
        outboxes[alarm] = found.map(\.order.id)
        for row in found { keep(row) }
    }

    /// Takes over a delivery that was added unless there was one.
    mutating func add(_ row: DeliveryRow) {
        guard let known = delivery(row.order.id, of: row.alarm), known == nil else { return }
        keep(row)
        guard let others = outboxes[row.alarm] else { return }
        // The last one to be added comes last among those of its time.
        let before = others.prefix { id in
            (deliveries[row.alarm]?[id] ?? nil).map { $0.createdAt <= row.createdAt } ?? true
        }
        outboxes[row.alarm]?.insert(row.order.id, at: before.count)
    }

    /// Takes over that unfinished deliveries of an alarm were superseded.
    mutating func supersede(of alarm: AlarmKey, where isConcerned: (DeliveryRow) -> Bool) {
        for (id, known) in deliveries[alarm] ?? [:] {
            guard var row = known, !row.state.isFinal, isConcerned(row) else { continue }
            row.endLease(as: .superseded)
            deliveries[alarm]?[id] = row
        }
    }

    /// Forgets all deliveries.
    mutating func forgetDeliveries() {
        deliveries = [:]
        outboxes = [:]
    }
}
