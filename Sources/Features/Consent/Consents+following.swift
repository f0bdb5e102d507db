import AlarmCore
import AlarmWire
import Engine
import Storage

/// What phones have armed follows their person's consent, and the clocks by which its hours count.
extension Consents {
    /// Makes a change to the devices of `receiver`, whose hours then count by the clocks of their newest device.
    ///
    /// Where these are of another zone than before, phones give up what they put outside the hours, and arm again what
    /// they put within them; reminders that the hours kept from ringing ring.
    ///
    /// A single alarm that is to come is not cancelled: who is back by its due time wants it then. What rings for a
    /// time that was within the hours and is not now, or was put off to one, is over: nobody would hear in time that it
    /// does not ring again. A reminder whose sound was turned off stays open, since it rings no more. Nothing is looked
    /// for of a person who has given nobody hours.
    func followZone<Result>(of receiver: PersonID, through change: () throws -> Result) throws -> Result {
        let senders = Set(
            try tx.records(ConsentBody.self, of: receiver).map(\.body).filter { $0.consent.hours != nil }.map(\.sender)
        )
        guard !senders.isEmpty else { return try change() }
        let former = try engine.hoursZone(of: receiver, in: transaction)
        // Who puts an alarm off beyond their own hours asks for it then.
        let asked = Set(
            try pendingAlarms(from: senders, to: receiver).filter { try isUnderWayAgainstConsent($0) }.map(\.key)
        )
        let result = try reconsider(alarmsFrom: senders, to: receiver, through: change)
        guard try engine.hoursZone(of: receiver, in: transaction) != former else { return result }
        try declineUnderWay(from: senders, to: receiver) { !asked.contains($0.key) && !$0.alarm.isSoundOff }
        for sender in senders.sorted() { try tx.reminders.resume(from: sender, to: receiver) }
        tx.commitEffects.persons.formUnion(senders)
        return result
    }

    /// Makes a change to which times of the alarms of `senders` their receiver wants.
    ///
    /// Phones give up at once each time to come that is unwanted after it, and arm each that is wanted again.
    func reconsider<Result>(
        alarmsFrom senders: Set<PersonID>,
        to receiver: PersonID,
        through change: () throws -> Result
    ) throws -> Result {
        let unwanted = Set(
            try pendingAlarms(from: senders, to: receiver)
                .filter { try engine.isUnwanted($0, in: transaction) }
                .map(\.key)
        )
        let result = try change()
        for var row in try pendingAlarms(from: senders, to: receiver)
        where try engine.isUnwanted(row, in: transaction) != unwanted.contains(row.key) {
            try tx.run(.consentChanged, on: &row)
        }
        return result
    }

    /// Ends what rings of `senders` for a time at which they may not ring `receiver`, or was put off to one; by default
    /// all of it.
    ///
    /// Phones fall silent at once, and the senders are told. A recurring alarm goes on with its next time.
    func declineUnderWay(
        from senders: Set<PersonID>,
        to receiver: PersonID,
        where isConcerned: (AlarmRow) -> Bool = { _ in true }
    ) throws {
        for var row in try pendingAlarms(from: senders, to: receiver)
        where try isConcerned(row) && isUnderWayAgainstConsent(row) {
            try tx.run(.decline, on: &row)
            if row.alarm.state.isFinal { try tx.reminders.holdBack(row) }
        }
    }

    /// Whether an alarm rings for a time at which its receiver does not let it ring, or was put off to one.
    private func isUnderWayAgainstConsent(_ row: AlarmRow) throws -> Bool {
        guard tx.kinds.policy(of: row.alarm.preset).rings, let time = row.alarm.timeUnderWay(at: now) else {
            return false
        }
        return try engine.refusal(by: row.receiver, of: row.sender, at: time, in: transaction) != nil
    }

    /// The alarms of `senders` for `receiver` that have not ended.
    func pendingAlarms(from senders: Set<PersonID>, to receiver: PersonID) throws -> [AlarmRow] {
        try transaction.liveAlarms(of: receiver, limit: .max)
            .filter { $0.receiver == receiver && senders.contains($0.sender) }
    }
}

extension RelayTransaction {
    /// Counts a change by which alarms of everybody who rings a person may move on all their phones.
    ///
    /// - Throws: the problem `rate-limited` for more in an hour than anybody makes by hand, or by travelling.
    func countChange(of what: String, by person: PersonID) throws {
        let most = engine.limits.requestsPerHour
        try count(
            as: "\(what)-changes",
            under: "\(what)-changes/\(person)",
            perHour: most,
            refusal: Problem(.rateLimited, detail: "\(most) changes of that may be made in an hour: wait a while")
        )
    }
}

extension Alarm {
    /// The time for which the alarm rings at `now`, or to which it was put off; nil where that has yet to begin.
    func timeUnderWay(at now: Instant) -> Instant? {
        switch state {
        case .ringing, .snoozed: promisedTime
        // Servers are rung without a phone, and a phone that returns.
        case .blocked: due <= now || promisedTime > due ? promisedTime : nil
        case .scheduled, .armed, .acknowledged, .missed, .cancelled, .told: nil
        }
    }
}
