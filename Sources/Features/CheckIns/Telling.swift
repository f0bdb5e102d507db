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
    init(of row: AlarmRow, _ deliveries: [DeliveryRow], contacts: [ContactID: ContactView.Trouble.Known]) {
        // An alarm that has ended, or was put off by a pause, has an epoch in which nobody was told anything.
        let isOver = row.alarm.state.isFinal || row.alarm.processedUntil < row.alarm.base
        let last = deliveries.filter { $0.order.stage == .alert }.map(\.order.epoch).max()
        let epoch = isOver ? last ?? row.alarm.epoch : row.alarm.epoch
        let present = deliveries.filter { $0.order.epoch == epoch }
        accounts = present.filter { $0.order.stage == .contactsTold }
        var order: [Address] = []
        var newest: [Address: CheckInTelling.Message] = [:]
        for delivery in present where delivery.order.stage == .alert && delivery.state != .superseded {
            guard case .contact(let id, let medium) = delivery.order.destination else { continue }
            let holder = contacts[id]
            let isFormer = delivery.went(toFormerAddressOf: holder?.contact)
            let known = isFormer ? nil : holder
            // Somebody who was told and has been taken out since, or had another address, knows all the same.
            guard known != nil || delivery.state == .accepted else { continue }
            let message = CheckInTelling.Message(
                contact: id,
                name: known?.contact.details.name ?? CheckInSettings.unnamed,
                medium: medium,
                state: Self.state(of: delivery, known?.returned.contains(medium) ?? false),
                at: delivery.finishedAt ?? delivery.createdAt,
                reason: delivery.state == .accepted ? nil : delivery.reason.map(DeliveryReport.cause)
            )
            let address = Address(destination: delivery.order.destination, isFormer: known == nil)
            if newest[address] == nil { order.append(address) }
            // Somebody who was told stays told while a second message is under way.
            if newest[address]?.state == .sent, message.state != .returned { continue }
            newest[address] = message
        }
        messages = order.compactMap { newest[$0] }
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

extension ContactView.Trouble {
    /// What is known of a contact beside the outbox: their name and addresses, and the media by which a message came back.
    struct Known {
        let contact: Contact
        let returned: Set<Destination.Medium>
    }
}

extension Engine {
    /// What became of telling a person's contacts of the deadline of an alarm.
    func telling(of row: AlarmRow, asIf changed: DeliveryRow? = nil, in snapshot: any Snapshot) throws -> Telling {
        let contacts = try records(Contact.self, of: row.receiver, in: snapshot).filter(\.isNamed).map { record in
            let returned = Set(record.body.trouble.filter(\.isReturned).map(\.medium))
            return (ContactID(record.id), ContactView.Trouble.Known(contact: record.body, returned: returned))
        }
        let deliveries = try snapshot.deliveries(of: row.key).map { delivery in
            changed.flatMap { $0.order.id == delivery.order.id ? $0 : nil } ?? delivery
        }
        return Telling(of: row, deliveries, contacts: Dictionary(uniqueKeysWithValues: contacts))
    }

    /// How many contacts of a person have agreed, and how many of them the relay has a way to write to.
    func reachableContacts(of person: PersonID, in snapshot: any Snapshot) throws -> (agreed: Int, reachable: Int) {
        let agreed = try records(Contact.self, of: person, in: snapshot).filter(\.isNamed)
            .map { try inForce($0, in: snapshot) }
            .filter { $0.consent == .confirmed }
        let ways = gateways.contactChannels.usable
        let reachable = agreed.count { contact in
            contact.media.contains { ways.contains($0) && contact.isTold(by: $0) }
        }
        return (agreed.count, reachable)
    }
}
