package import AlarmCore
package import Storage

/// One transaction of the engine: the rows, the time, and the effects of the commit.
///
/// It is valid only while the transaction's body runs.
package final class RelayTransaction {
    package let engine: Engine
    package let transaction: any Transaction
    /// The kinds of alarms, whose policies stay the same throughout the transaction.
    package let kinds: AlarmKinds
    /// The time of every decision in this transaction.
    package let now: Instant
    package var commitEffects = CommitEffects()
    /// The limits that this transaction meets, for the answer to a request; nil where nobody is answered.
    let quotas: QuotaLedger?
    /// What this transaction tells senders of whether a person can be reached.
    private var toldOfReach: Set<ReachNotice> = []
    /// The alarms for whose decisions this transaction has read ahead.
    var aheadOf: Set<AlarmKey> = []

    init(engine: Engine, transaction: any Transaction, now: Instant, quotas: QuotaLedger? = nil) {
        self.engine = engine
        self.transaction = transaction
        self.kinds = engine.kinds
        self.now = now
        self.quotas = quotas
    }

    /// Passes an input to an alarm, and writes the resulting effects as rows.
    package func run(_ input: AlarmInput, on row: inout AlarmRow) throws {
        let effects = row.alarm.handle(input, at: now, in: try context(for: row))
        row.changedAt = now
        try transaction.update(&row)
        try apply(effects, of: row)
    }

    /// Writes an alarm's effects as rows; a new alarm's row already includes its wake.
    ///
    /// `rangAt` is the time at which a phone rang that reports it only now; nil for now.
    func apply(_ effects: [AlarmEffect], of row: AlarmRow, isNew: Bool = false, rangAt: Instant? = nil) throws {
        let kind = kinds[row.alarm.preset]
        for person in row.persons {
            commitEffects.persons.insert(person)
            commitEffects.changes[person] = max(commitEffects.changes[person] ?? 0, row.change)
        }
        for effect in effects {
            switch effect {
            case .deliver(let order):
                if kind.orders(order.stage) || isRepeated(order, of: row) { continue }
                try transaction.insert(
                    DeliveryRow(
                        order: order,
                        alarm: row.key,
                        circle: row.circle,
                        createdAt: now,
                        notBefore: now + order.wait
                    )
                )
                commitEffects.hasDeliveries = true
            case .supersede:
                try transaction.supersedeDeliveries(of: row.key, before: row.alarm.epoch)
                commitEffects.overtaken[row.key] = row.alarm.epoch
            case .wake(let instant):
                if !isNew { try transaction.setWake(of: row.key, at: instant) }
                if let instant { commitEffects.wakes.append(Wake(at: instant, alarm: row.key)) }
            case .record(let event):
                if event.kind == .rescheduled, !kind.recordsChanges { continue }
                let ring = event.kind == .ringing ? rangAt : nil
                try transaction.append(RecordLine(alarm: row.key, at: ring ?? now, event: event))
                // That the device was reached now is said by a line of its own.
                if ring != nil {
                    let contact = AlarmEvent(.received, device: event.device)
                    try transaction.append(RecordLine(alarm: row.key, at: now, event: contact))
                }
            case .unanswered(let devices, let revision):
                try countUnanswered(of: devices, revision: revision, of: row)
            case .resolve(let stage, let device):
                try resolve([row], as: stage, except: device)
            }
        }
        try kind.save(effects, of: row, in: self)
    }

    /// Whether this transaction says the same of the same receiver to a device already.
    ///
    /// A phone that is lost, or comes back, concerns every alarm for its person, and each sender needs to hear of it
    /// once.
    private func isRepeated(_ order: DeliveryOrder, of row: AlarmRow) -> Bool {
        guard order.stage == .blocked || order.stage == .unblocked else { return false }
        let notice = ReachNotice(stage: order.stage, receiver: row.receiver, destination: order.destination)
        return !toldOfReach.insert(notice).inserted
    }

    /// The context in which an alarm decides.
    func context(for row: AlarmRow) throws -> AlarmContext {
        if transaction.prefetches { try readAhead(deciding: [row]) }
        return try context(
            preset: row.alarm.preset,
            sender: row.sender,
            receiver: row.receiver,
            circle: row.circle,
            subject: row.content.subject
        )
    }

    /// The context in which an alarm of this preset between these two people decides.
    ///
    /// No phone is handed what would ring against its receiver's consent: it would ring by itself, whatever the relay
    /// decides at the due time.
    func context(
        preset: String,
        sender: PersonID,
        receiver: PersonID,
        circle: CircleID,
        subject: DocumentID? = nil
    ) throws -> AlarmContext {
        let entry = kinds.entry(of: preset)
        let policy = entry.policy
        var audiences: [EscalationStep.Audience: [[AlarmContext.Addressee]]] = [:]
        for audience in entry.audiences {
            audiences[audience] = try entry.kind.tiers(
                of: audience,
                receiver: receiver,
                circle: circle,
                subject: subject,
                in: self
            )
        }
        var mayRing: @Sendable (Instant) -> Bool = { _ in true }
        if policy.rings {
            mayRing = try engine.consentCheck(of: receiver, for: sender, in: transaction)
        }
        return AlarmContext(
            policy: policy,
            receivers: try recipients(of: receiver),
            senders: try recipients(of: sender),
            audiences: audiences,
            absences: policy.nature.credit == nil ? [] : try absences(),
            interval: try entry.kind.interval(of: receiver, in: self),
            zones: engine.zones,
            mayRing: mayRing
        )
    }

    /// The recent absences of the relay, as far as they are past.
    ///
    /// One that ends later was recorded by a clock that was ahead. What is still to come has taken no time from anybody.
    package func absences() throws -> [Absence] {
        try transaction.blindIntervals(limit: RelayHealth.recentIntervals).map { interval in
            Absence(from: interval.from, until: min(interval.until, now))
        }
    }

    package func recipients(of person: PersonID) throws -> [AlarmContext.Recipient] {
        try transaction.devices(of: person).filter(\.isReachable).map { device in
            AlarmContext.Recipient(
                device: device.id,
                allowsCritical: device.capabilities.criticalAlerts,
                takesHandoffs: device.platform.takesHandoffs,
                isServer: device.platform.isServer,
                ringsByItself: engine.presence.ringsByItself(device, at: now)
            )
        }
    }
}

/// A notice to a device that a receiver has no phone that can be reached, or has one again.
private struct ReachNotice: Hashable {
    let stage: Stage
    let receiver: PersonID
    let destination: Destination
}
