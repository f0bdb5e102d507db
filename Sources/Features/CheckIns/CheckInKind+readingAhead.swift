import AlarmCore
import Engine
import Storage

extension CheckInKind {
    /// The plan, the contacts and what they were sent.
    func readAhead(deciding alarm: AlarmParties, _ ahead: inout ReadAhead) throws {
        try ahead.add(checkInsOf: alarm.receiver, from: 1)
        if ahead.wave == 1, let row = alarm.row { ahead.add(.deliveries(of: row.key)) }
    }

    /// The plan, the contacts and what they were sent, with what a letter to them tells.
    func readAhead(sending delivery: DeliveryRow, of row: AlarmRow, _ ahead: inout ReadAhead) throws {
        if ahead.wave == 2 {
            ahead.add(nameOf: row.receiver, in: row.circle)
            ahead.add(.deliveries(of: row.key))
            if delivery.order.stage == .alert {
                ahead.add(.document(.card, DocumentID(of: row.receiver)))
                ahead.add(.documents(.beat, of: row.receiver))
            }
        }
        try ahead.add(checkInsOf: row.receiver, from: 2)
    }
}

extension DailyCheckInKind {
    /// The person's own addresses.
    func readAhead(deciding alarm: AlarmParties, _ ahead: inout ReadAhead) throws {
        try ahead.add(contact: Contact.ownAddresses(of: alarm.receiver))
    }
}

extension RehearsalKind {
    /// The plan, and whether any contact could be written to.
    func readAhead(sending delivery: DeliveryRow, of row: AlarmRow, _ ahead: inout ReadAhead) throws {
        if ahead.wave == 2 { ahead.add(nameOf: row.receiver, in: row.circle) }
        try ahead.add(checkInsOf: row.receiver, from: 2)
    }
}

extension ReadAhead {
    /// Adds a person's check-in plan, contacts and own addresses in wave `first`, and in the next ones what these name.
    fileprivate mutating func add(checkInsOf person: PersonID, from first: Int) throws {
        let watch = DocumentID(of: person)
        try add(contactsOf: person, from: first)
        try add(contact: Contact.ownAddresses(of: person), from: first)
        if wave == first { return add(.document(CheckInRecord.kind, watch)) }
        guard let alarm = try engine.record(CheckInRecord.self, watch, in: snapshot)?.body.alarm else { return }
        if wave == first + 1 { return add(.alarm(alarm)) }
        if let row = try snapshot.alarm(alarm) { add(.deliveries(of: row.key)) }
    }
}
