package import AlarmCore
package import Storage

/// One transaction of the engine: the rows, the time, and what the commit will set in motion.
///
/// Lives only while the transaction's body runs.
package final class Work {
    package let engine: Engine
    package let transaction: any Transaction
    /// The time at which all that this transaction decides is decided.
    package let now: Instant
    package internal(set) var ripple = Ripple()

    init(engine: Engine, transaction: any Transaction, now: Instant) {
        self.engine = engine
        self.transaction = transaction
        self.now = now
    }

    /// Tells an alarm what happened, and makes rows of what it wants done.
    func run(_ input: AlarmInput, on row: inout AlarmRow) throws {
        let effects = row.alarm.handle(input, at: now, in: try context(for: row))
        row.changedAt = now
        try transaction.update(&row)
        try apply(effects, of: row)
    }

    /// Makes rows of an alarm's effects; a new alarm's row has brought its wake with it.
    func apply(_ effects: [AlarmEffect], of row: AlarmRow, isNew: Bool = false) throws {
        ripple.persons.formUnion([row.sender, row.receiver])
        ripple.change = max(ripple.change, row.change)
        for effect in effects {
            switch effect {
            case .deliver(let order):
                try transaction.insert(
                    DeliveryRow(order: order, alarm: row.key, circle: row.circle, createdAt: now, notBefore: now)
                )
                ripple.hasDeliveries = true
            case .supersede:
                try transaction.supersedeDeliveries(of: row.key, before: row.alarm.epoch)
                ripple.overtaken[row.key] = row.alarm.epoch
            case .wake(let instant):
                if !isNew { try transaction.setWake(of: row.key, at: instant) }
                if let instant { ripple.wakes.append(Wake(at: instant, alarm: row.key)) }
            case .record(let event):
                // A dweller's day is full of activity, each of which moves the question whether they are well.
                if event.kind == .rescheduled, row.isInactivity { continue }
                try transaction.append(RecordLine(alarm: row.key, at: now, event: event))
            case .unanswered(let devices, let revision):
                try countSilence(of: devices, revision: revision, of: row)
            case .settle(let stage, let device):
                try settle([row], as: stage, except: device)
            }
        }
        if row.isCare { try keepCare(effects, of: row) }
    }

    /// What an alarm needs to know of the world.
    func context(for row: AlarmRow) throws -> AlarmContext {
        try context(
            preset: row.alarm.preset,
            sender: row.sender,
            receiver: row.receiver,
            circle: row.circle,
            subject: row.content.subject
        )
    }

    /// What an alarm of this preset between these two needs to know of the world.
    func context(
        preset: String,
        sender: PersonID,
        receiver: PersonID,
        circle: CircleID,
        subject: DocumentID? = nil
    ) throws -> AlarmContext {
        let policy = engine.policies[preset] ?? .partnerAlarm
        var audiences: [EscalationStep.Audience: [[AlarmContext.Addressee]]] = [:]
        for audience in policy.otherAudiences {
            audiences[audience] = try tiers(of: audience, receiver: receiver, circle: circle, subject: subject)
        }
        return AlarmContext(
            policy: policy,
            receivers: try recipients(of: receiver),
            senders: try recipients(of: sender),
            audiences: audiences,
            absences: policy.nature.credit == nil ? [] : try absences(),
            zones: engine.zones
        )
    }

    /// When the relay was away lately.
    func absences() throws -> [Absence] {
        try transaction.blindIntervals(limit: Vitals.recentIntervals).map(\.absence)
    }

    func recipients(of person: PersonID) throws -> [AlarmContext.Recipient] {
        try transaction.devices(of: person).filter(\.isReachable).map { device in
            AlarmContext.Recipient(device: device.id, allowsCritical: device.capabilities.criticalAlerts)
        }
    }
}
