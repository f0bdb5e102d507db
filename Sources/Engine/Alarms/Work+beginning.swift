import AlarmCore
import AlarmWire
import Storage

/// An alarm that the relay itself sets for people, by one of its presets.
struct Undertaking {
    /// Its name, where something was named after it already.
    var id: AlarmID?
    /// The preset whose ladder it climbs.
    var preset: EscalationPolicy
    /// Who set it.
    var sender: PersonID
    /// For whom.
    var receiver: PersonID
    /// In which circle.
    var circle: CircleID
    /// When it is due.
    var due: Instant
    /// By what rule it recurs, from ``due`` on; nil for once.
    var schedule: AlarmSchedule?
    /// What it is about.
    var subject: DocumentID?
    /// For how long after due a push about it is worth delivering.
    var ttl = Span.hours(1)
}

extension Work {
    /// Takes over an alarm of the relay's own making.
    @discardableResult
    func begin(_ undertaking: Undertaking) throws -> AlarmRow {
        let now = now
        var alarm = Alarm(
            id: undertaking.id ?? engine.random.draw { AlarmID.timeOrdered(at: now, using: &$0) },
            preset: undertaking.preset.name,
            schedule: undertaking.schedule ?? .once(undertaking.due),
            due: undertaking.due,
            ttl: undertaking.ttl
        )
        let content = AlarmContent(
            message: nil,
            sound: AlarmRequest.usualSound,
            timeZone: undertaking.schedule?.zone,
            firstTime: undertaking.schedule?.zone.map { _ in undertaking.due },
            digest: [],
            subject: undertaking.subject
        )
        let context = try context(
            preset: alarm.preset,
            sender: undertaking.sender,
            receiver: undertaking.receiver,
            circle: undertaking.circle,
            subject: undertaking.subject
        )
        let effects = alarm.handle(.accepted, at: now, in: context)
        let row = try transaction.insert(
            NewAlarm(
                alarm: alarm,
                content: content,
                circle: undertaking.circle,
                sender: undertaking.sender,
                receiver: undertaking.receiver,
                acceptedAt: now,
                wakeAt: effects.nextWake
            )
        )
        try apply(effects, of: row, isNew: true)
        return row
    }
}

extension AlarmSchedule {
    /// The zone whose clocks a rule follows.
    var zone: String? {
        if case .recurring(_, _, let zone) = self { zone } else { nil }
    }
}
