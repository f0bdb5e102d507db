internal import AlarmCore
internal import Storage

extension AlarmRow {
    static let columnNames: ColumnNames = fixedColumnNames + changingColumnNames

    /// The columns that never change.
    static let fixedColumnNames: ColumnNames = "key, id, preset, circle, sender, receiver, accepted_at"

    /// The columns that can change.
    ///
    /// `live` is not among them: it is in several indexes, and changes once.
    static let changingColumnNames: ColumnNames = """
        once_at, rule, start, zone, ttl, state, due, base, delay, climbed, revision, epoch, progress, last_end, message,
        sound, time_zone, first_time, digest, reply, subject, changed_at, change
        """

    var fixedColumns: [any Column] { [key, alarm.id, alarm.preset, circle, sender, receiver, acceptedAt] }

    var changingColumns: [any Column] {
        alarm.schedule.columns + [
            alarm.ttl, alarm.state, alarm.due, alarm.base, alarm.delay, alarm.processedUntil, alarm.revision,
            alarm.epoch, PackedProgress(alarm.progress), alarm.lastEnd, content.message, content.sound,
            content.timeZone, content.firstTime, content.digest, content.reply, content.subject, changedAt, change,
        ]
    }

    init(reading reader: inout RowReader) throws {
        let key: AlarmKey = try reader.next()
        let id: AlarmID = try reader.next()
        let preset: String = try reader.next()
        let circle: CircleID = try reader.next()
        let sender: PersonID = try reader.next()
        let receiver: PersonID = try reader.next()
        let acceptedAt: Instant = try reader.next()
        try self.init(
            key: key,
            alarm: Alarm(
                id: id,
                preset: preset,
                schedule: AlarmSchedule(reading: &reader),
                ttl: reader.next(),
                state: reader.next(),
                due: reader.next(),
                base: reader.next(),
                delay: reader.next(),
                processedUntil: reader.next(),
                revision: reader.next(),
                epoch: reader.next(),
                progress: reader.next(PackedProgress.self).devices,
                lastEnd: reader.next()
            ),
            content: AlarmContent(reading: &reader),
            circle: circle,
            sender: sender,
            receiver: receiver,
            acceptedAt: acceptedAt,
            changedAt: reader.next(),
            change: reader.next()
        )
    }
}

extension AlarmContent {
    fileprivate init(reading reader: inout RowReader) throws {
        let message: SealedText? = try reader.next()
        let sound: String = try reader.next()
        let timeZone: String? = try reader.next()
        try self.init(
            message: message,
            sound: sound,
            timeZone: timeZone,
            firstTime: reader.next(),
            digest: reader.next(),
            reply: reader.next(),
            subject: reader.next()
        )
    }
}

extension AlarmSchedule {
    fileprivate var columns: [any Column] {
        switch self {
        case .once(let instant): [instant, RecurrenceRule?.none, LocalDateTime?.none, String?.none]
        case .recurring(let rule, let start, let zone): [Instant?.none, rule, start, zone]
        }
    }

    fileprivate init(reading reader: inout RowReader) throws {
        if let instant: Instant = try reader.next() {
            self = .once(instant)
            for _ in 0..<3 { _ = try reader.next(String?.self) }
        } else {
            self = try .recurring(rule: reader.next(), start: reader.next(), zone: reader.next())
        }
    }
}

extension RecordLine {
    static let columnNames: ColumnNames = "alarm, at, kind, device"

    init(reading reader: inout RowReader) throws {
        let alarm: AlarmKey = try reader.next()
        let at: Instant = try reader.next()
        try self.init(alarm: alarm, at: at, event: AlarmEvent(reader.next(), device: reader.next()))
    }
}

extension Wake {
    init(reading reader: inout RowReader) throws {
        try self.init(at: reader.next(), alarm: reader.next())
    }
}
