package import AlarmCore
import AlarmWire
package import Storage

/// An alarm that the relay itself sets for people, of one of its kinds.
package struct PresetAlarm {
    /// The identifier, where one is already in use for the alarm.
    package var id: AlarmID?
    /// The kind of alarm.
    package var kind: any AlarmKind
    /// The person who set it.
    package var sender: PersonID
    /// The person for whom it rings.
    package var receiver: PersonID
    /// The circle to which it belongs.
    package var circle: CircleID
    /// The due time.
    package var due: Instant
    /// The recurrence rule, from ``due`` on; nil for an alarm that is due once.
    package var schedule: AlarmSchedule?
    /// The document that the alarm is about.
    package var subject: DocumentID?
    /// The alarm, of the same kind and schedule, in whose place it goes on from where that one stands; nil for a new one.
    package var former: Alarm?
    /// The time after due during which a push about the alarm is worth delivering.
    package var ttl = Span.hours(1)

    /// Describes an alarm, by default one that is due once and has a time to live of one hour.
    package init(
        id: AlarmID? = nil,
        kind: any AlarmKind,
        sender: PersonID,
        receiver: PersonID,
        circle: CircleID,
        due: Instant,
        schedule: AlarmSchedule? = nil,
        subject: DocumentID? = nil,
        former: Alarm? = nil,
        ttl: Span = .hours(1)
    ) {
        self.id = id
        self.kind = kind
        self.sender = sender
        self.receiver = receiver
        self.circle = circle
        self.due = due
        self.schedule = schedule
        self.subject = subject
        self.former = former
        self.ttl = ttl
    }
}

extension RelayTransaction {
    /// Accepts an alarm that the relay itself sets.
    @discardableResult
    package func begin(_ presetAlarm: PresetAlarm) throws -> AlarmRow {
        let now = now
        let id = presetAlarm.id ?? engine.random.draw { AlarmID.timeOrdered(at: now, using: &$0) }
        let alarm =
            presetAlarm.former?.handedOver(as: id)
            ?? Alarm(
                id: id,
                preset: presetAlarm.kind.policy.name,
                schedule: presetAlarm.schedule ?? .once(presetAlarm.due),
                due: presetAlarm.due,
                ttl: presetAlarm.ttl
            )
        let content = AlarmContent(
            message: nil,
            sound: AlarmRequest.defaultSound,
            timeZone: presetAlarm.schedule?.zone,
            firstTime: presetAlarm.schedule?.zone.map { _ in presetAlarm.due },
            digest: [],
            subject: presetAlarm.subject
        )
        return try insert(
            alarm,
            content,
            from: presetAlarm.sender,
            to: presetAlarm.receiver,
            in: presetAlarm.circle,
            as: presetAlarm.former == nil ? .accepted : .handedOver
        )
    }

    /// Stores a new alarm with its first deliveries and its next wake; `input` is the alarm's first.
    package func insert(
        _ alarm: Alarm,
        _ content: AlarmContent,
        from sender: PersonID,
        to receiver: PersonID,
        in circle: CircleID,
        as input: AlarmInput = .accepted
    ) throws -> AlarmRow {
        var alarm = alarm
        if transaction.prefetches {
            let parties = AlarmParties(
                preset: alarm.preset,
                sender: sender,
                receiver: receiver,
                circle: circle,
                subject: content.subject
            )
            try readAhead(deciding: [parties])
        }
        let context = try context(
            preset: alarm.preset,
            sender: sender,
            receiver: receiver,
            circle: circle,
            subject: content.subject
        )
        let effects = alarm.handle(input, at: now, in: context)
        let row = try transaction.insert(
            NewAlarm(
                alarm: alarm,
                content: content,
                circle: circle,
                sender: sender,
                receiver: receiver,
                acceptedAt: now,
                wakeAt: effects.nextWake
            )
        )
        try apply(effects, of: row, isNew: true)
        return row
    }
}

extension AlarmSchedule {
    /// The zone that a recurring schedule follows.
    package var zone: String? {
        if case .recurring(_, _, let zone) = self { zone } else { nil }
    }
}
