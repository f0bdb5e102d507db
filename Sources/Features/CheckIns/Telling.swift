import AlarmCore
import AlarmWire
import Delivery
import Engine
import Storage

/// What became of the messages that tell a person's contacts of one missed deadline, read from the outbox.
struct Telling {
    /// The messages to contacts, one for each contact and medium; one more for a former address.
    let messages: [CheckInTelling.Message]
    /// The accounts of this that the person was, or is to be, given, oldest first.
    let accounts: [DeliveryRow]

    /// Reads an alarm's deliveries; contacts who were taken out, or want no more, count only where they were told.
    init(of row: AlarmRow, _ deliveries: [DeliveryRow], contacts: KnownContacts) {
        // An alarm that has ended, or was put off by a pause, has an epoch in which nobody was told anything.
        let isOver = row.alarm.state.isFinal || row.alarm.processedUntil < row.alarm.base
        let last = deliveries.filter { $0.order.stage == .alert }.map(\.order.epoch).max()
        let epoch = isOver ? last ?? row.alarm.epoch : row.alarm.epoch
        let present = deliveries.filter { $0.order.epoch == epoch }
        accounts = present.filter { $0.order.stage == .contactsTold }
        messages = Self.messages(present.filter { $0.order.stage == .alert }, contacts)
    }

    /// The last message of these to each address, in the order of the first ones.
    ///
    /// Where all say the same (`areEqual`), one that was sent counts more than a later one.
    static func messages(
        _ deliveries: [DeliveryRow],
        areEqual: Bool = true,
        _ contacts: KnownContacts
    ) -> [CheckInTelling.Message] {
        var order: [Address] = []
        var newest: [Address: CheckInTelling.Message] = [:]
        for delivery in deliveries where delivery.state != .superseded || delivery.mayHaveArrived {
            guard case .contact(let id, let medium) = delivery.order.destination else { continue }
            let holder = contacts.byID[id]
            let isFormer = delivery.went(toFormerAddressOf: holder?.contact)
            let known = isFormer ? nil : holder
            // Somebody who was told and has been taken out since, or had another address, knows all the same.
            guard known != nil || delivery.mayHaveArrived else { continue }
            let state = state(of: delivery, known?.returned.contains(medium) ?? false)
            var message = CheckInTelling.Message(
                contact: id,
                name: known?.contact.details.name ?? CheckInSettings.unnamed,
                medium: medium,
                state: state,
                at: delivery.finishedAt ?? delivery.createdAt,
                reason: state == .sent ? nil : reason(for: delivery, by: medium, state, contacts),
                mayHaveArrived: isUncertain(delivery, state)
            )
            let address = Address(destination: delivery.order.destination, isFormer: known == nil)
            if newest[address] == nil { order.append(address) }
            // Somebody who was told stays told while a second message is under way.
            if areEqual, newest[address]?.state == .sent, message.state != .returned { continue }
            // So does somebody who may have been told.
            if areEqual, newest[address]?.mayHaveArrived == true, [.waiting, .failed].contains(state) {
                message.mayHaveArrived = true
            }
            newest[address] = message
        }
        return order.compactMap { newest[$0] }
    }

    /// Why a message is not sent: what it waits for now, rather than what a server said that is no longer there.
    private static func reason(
        for delivery: DeliveryRow,
        by medium: Destination.Medium,
        _ state: CheckInTelling.Message.State,
        _ contacts: KnownContacts
    ) -> String? {
        if state == .waiting {
            if let lack = contacts.lacks[medium] { return lack }
            // The relay has been given a way since, and uses it within a minute.
            if ContactChannels.isLack(delivery.reason, of: medium) { return nil }
        }
        return delivery.reason.map(DeliveryReport.cause)
    }

    /// Where messages to a contact go; those to an address that was replaced tell nothing of the present one.
    private struct Address: Hashable {
        let destination: Destination
        let isFormer: Bool
    }

    private static func state(of delivery: DeliveryRow, _ isReturned: Bool) -> CheckInTelling.Message.State {
        switch delivery.state {
        case .accepted: .sent
        case .pending, .leased: .waiting
        case .refused, .expired, .superseded: isReturned ? .returned : .failed
        }
    }

    /// Whether a message that no server has said to have taken may have arrived all the same.
    ///
    /// One that came back and is tried again has a time at which it was taken.
    private static func isUncertain(_ delivery: DeliveryRow, _ state: CheckInTelling.Message.State) -> Bool {
        switch state {
        case .sent, .returned: false
        case .waiting: delivery.attempts > delivery.failedAttempts + (delivery.finishedAt == nil ? 0 : 1)
        case .failed: delivery.mayHaveArrived
        }
    }

    /// All messages together; a contact is told once one of theirs was taken.
    var outcome: CheckInTelling.Outcome {
        guard !messages.isEmpty else { return .nobody }
        // Whoever has an address and whoever had a former one may be two people, with two names here.
        let contacts = Dictionary(grouping: messages) { [$0.contact.description, $0.name] }.values
        let told = contacts.count { $0.contains { $0.state == .sent } }
        if told == contacts.count { return .told }
        if told > 0 { return .partly }
        return isWaiting ? .waiting : .failed
    }

    /// Whether no server has said that it took a message, and one may have arrived all the same.
    var isUncertain: Bool { CheckInTelling(outcome: outcome, messages: messages).isUncertain }

    /// Whether some message is still tried.
    var isWaiting: Bool { messages.contains { $0.state == .waiting } }

    /// Whether nobody has been told because messages by this medium, and by no other, are still tried.
    func waitsOnly(for medium: Destination.Medium) -> Bool {
        outcome == .waiting && messages.allSatisfy { $0.state != .waiting || $0.medium == medium }
    }

    /// Whether an account says what is so now.
    func isCurrent(_ account: DeliveryRow, of row: AlarmRow) -> Bool {
        let number = accounts.filter { $0.order.destination == account.order.destination }.firstIndex(of: account)
        return number.map { name(of: row, $0, account.order.destination) == account.order.id } ?? false
    }

    /// The identifier of the account with this number, from 0, to a destination, if it says what is so now.
    func name(of row: AlarmRow, _ number: Int, _ destination: Destination) -> DeliveryID {
        DeliveryID(uuidV5: "account/\(row.alarm.epoch)/\(number)/\(outcome.rawValue)/\(destination)", in: row.alarm.id)
    }
}

/// What is known of a person's contacts beside the outbox, and of the ways to them.
struct KnownContacts {
    /// A contact's name and addresses, and the media by which a message came back.
    struct Known {
        let contact: Contact
        let returned: Set<Destination.Medium>
    }

    /// The contacts whom the person has named.
    let byID: [ContactID: Known]
    /// Why the relay can send nothing by a medium at present.
    let lacks: [Destination.Medium: String]
}

extension Engine {
    /// What became of telling a person's contacts of the deadline of an alarm.
    func telling(of row: AlarmRow, asIf changed: DeliveryRow? = nil, in snapshot: any Snapshot) throws -> Telling {
        let deliveries = try snapshot.deliveries(of: row.key).map { delivery in
            changed.flatMap { $0.order.id == delivery.order.id ? $0 : nil } ?? delivery
        }
        return Telling(of: row, deliveries, contacts: try knownContacts(of: row.receiver, in: snapshot))
    }

    /// What became of telling contacts, by the alarms that told them of a missed check-in, that the person has answered.
    func reassured(
        by alarms: [AlarmID],
        of person: PersonID,
        in snapshot: any Snapshot
    ) throws -> [CheckInTelling.Message] {
        let rows = try alarms.compactMap { try snapshot.alarm($0) }
        let deliveries = try rows.flatMap { try snapshot.deliveries(of: $0.key) }
            .filter { $0.order.stage == .allClear || $0.order.stage == .putOff }
            .sorted { ($0.createdAt, $0.order.id) < ($1.createdAt, $1.order.id) }
        guard !deliveries.isEmpty else { return [] }
        return Telling.messages(deliveries, areEqual: false, try knownContacts(of: person, in: snapshot))
    }

    private func knownContacts(of person: PersonID, in snapshot: any Snapshot) throws -> KnownContacts {
        let contacts = try records(Contact.self, of: person, in: snapshot).filter(\.isNamed).map { record in
            let returned = Set(record.body.trouble.filter(\.isReturned).map(\.medium))
            return (ContactID(record.id), KnownContacts.Known(contact: record.body, returned: returned))
        }
        let lacks = Destination.Medium.allCases.compactMap { medium in
            gateways.contactChannels.lack(of: medium).map { (medium, $0) }
        }
        return KnownContacts(
            byID: Dictionary(uniqueKeysWithValues: contacts),
            lacks: Dictionary(uniqueKeysWithValues: lacks)
        )
    }

    /// How many contacts of a person have agreed, and how many of them the relay has a way to write to; how many have not
    /// answered, and by which media the message that asks one of them has yet to go out; and by which media all of these
    /// are to be written to.
    func reachableContacts(
        of person: PersonID,
        in snapshot: any Snapshot
    ) throws -> (agreed: Int, reachable: Int, asked: Int, waiting: Set<Destination.Medium>, media: [Destination.Medium])
    {
        let records = try records(Contact.self, of: person, in: snapshot).filter(\.isNamed)
        let contacts = try records.map { try inForce($0, in: snapshot) }
        let waiting = try zip(records, contacts).filter { $1.consent == .pending }.flatMap { record, contact in
            try self.waiting(for: contact, ContactID(record.id), in: snapshot)
        }
        let agreed = contacts.filter { $0.consent == .confirmed }
        let ways = gateways.contactChannels.usable
        let reachable = agreed.count { contact in
            contact.media.contains { ways.contains($0) && contact.isTold(by: $0) }
        }
        let media = Destination.Medium.allCases.filter { medium in
            contacts.contains { $0.isTold(by: medium) || $0.unanswered.contains(medium) }
        }
        return (agreed.count, reachable, contacts.count { $0.consent == .pending }, Set(waiting), media)
    }
}
