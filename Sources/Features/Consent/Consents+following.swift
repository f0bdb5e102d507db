import AlarmCore
import Engine
import Storage

/// What phones have armed follows their person's consent, and the clocks by which its hours count.
extension Consents {
    /// Makes a change to the devices of `receiver`, whose hours then count by the clocks of their newest device.
    ///
    /// Where these are of another zone than before, phones give up what they put outside the hours, and arm again what
    /// they put within them; reminders that the hours kept from ringing ring.
    ///
    /// A single alarm is not cancelled: who is back by its due time wants it then. Nothing is looked for of a person who
    /// has given nobody hours.
    func followZone<Result>(of receiver: PersonID, through change: () throws -> Result) throws -> Result {
        let senders = Set(
            try tx.records(ConsentBody.self, of: receiver).map(\.body).filter { $0.consent.hours != nil }.map(\.sender)
        )
        guard !senders.isEmpty else { return try change() }
        let former = try engine.hoursZone(of: receiver, in: transaction)
        let result = try reconsider(alarmsFrom: senders, to: receiver, through: change)
        guard try engine.hoursZone(of: receiver, in: transaction) != former else { return result }
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

    /// The alarms of `senders` for `receiver` that have not ended.
    func pendingAlarms(from senders: Set<PersonID>, to receiver: PersonID) throws -> [AlarmRow] {
        try transaction.liveAlarms(of: receiver, limit: .max)
            .filter { $0.receiver == receiver && senders.contains($0.sender) }
    }
}
