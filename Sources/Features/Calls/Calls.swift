package import AlarmCore
import AlarmWire
package import Engine
package import Storage
package import Wording

/// Answers of people who were called.
package struct Calls: Feature {
    package let tx: RelayTransaction

    /// Takes the key of somebody who was called as their answer: a member looks after the dweller, a person checks in.
    ///
    /// A repeat, and an answer to what is over, changes nothing, and hears how it stands.
    ///
    /// - Returns: what to say to it; nil for a call that is unknown.
    /// - Throws: the problem `rate-limited`, or that of a member who may not know of the alert.
    package func answer(_ delivery: DeliveryID, of alarm: AlarmID) throws -> CallWords? {
        guard let call = try engine.call(delivery, of: alarm, in: transaction) else { return nil }
        let words = try engine.words(for: call, in: transaction)
        guard words.text.asks, let person = call.contact?.owner else { return words }
        var row = call.row
        if call.delivery.order.stage == .alert {
            // An alarm knows people by their devices: any of the member's own stands for them.
            let devices = try transaction.devices(of: person)
            guard let device = devices.first(where: { !$0.platform.isServer }) ?? devices.first else {
                return CallWords(text: .failed, language: words.language)
            }
            try tx.care.acknowledge(&row, by: device)
            // Unlike somebody who answers on that device, it does not know yet.
            for alert in try tx.unresolved(row) where alert.order.destination == .device(device.id) {
                try tx.order(.alertEnded, of: row, to: alert.order.destination)
                break
            }
            tx.commitEffects.persons.insert(person)
        } else {
            try tx.checkIns.checkIn(byCallTo: person)
        }
        return try engine.call(delivery, of: alarm, in: transaction).map { try engine.words(for: $0, in: transaction) }
    }
}

/// What is said to somebody who was called, in their language.
package struct CallWords: Hashable, Sendable {
    package let text: CallText
    package let language: Language
}

/// A call that was ordered, and to whom.
struct OrderedCall {
    let row: AlarmRow
    let delivery: DeliveryRow
    /// Whose number it is; nil where they have taken it back.
    let contact: SealedRecord<Contact>?
}

extension RelayTransaction {
    package var calls: Calls { Calls(tx: self) }
}

extension Engine {
    /// What is said to whoever picks up, as it stands now; nil for a call that is unknown.
    package func callWords(
        for delivery: DeliveryID,
        of alarm: AlarmID,
        in snapshot: any Snapshot
    ) throws -> CallWords? {
        try call(delivery, of: alarm, in: snapshot).map { try words(for: $0, in: snapshot) }
    }

    func call(_ delivery: DeliveryID, of alarm: AlarmID, in snapshot: any Snapshot) throws -> OrderedCall? {
        guard let row = try snapshot.alarm(alarm), let ordered = try snapshot.delivery(delivery, of: row.key),
            case .contact(let contact, .call) = ordered.order.destination
        else { return nil }
        let owner = try record(Contact.self, DocumentID(of: contact), in: snapshot)
        return OrderedCall(row: row, delivery: ordered, contact: owner)
    }

    func words(for call: OrderedCall, in snapshot: any Snapshot) throws -> CallWords {
        let language = call.contact?.body.language ?? .english
        return CallWords(text: try text(for: call, in: snapshot), language: language)
    }

    private func text(for call: OrderedCall, in snapshot: any Snapshot) throws -> CallText {
        let (row, order) = (call.row, call.delivery.order)
        let context = DeliveryContext(
            engine: self,
            snapshot: snapshot,
            row: row,
            order: order,
            orderedAt: call.delivery.createdAt
        )
        guard try snapshot.isActive(circleOf: row), try kinds[row.alarm.preset].mayTell(context) else { return .over }
        // An alert stays open when the dweller signals it again, which begins another epoch.
        let isOpen = !row.alarm.state.isFinal && (order.stage == .alert || order.epoch == row.alarm.epoch)
        guard let contact = call.contact, try inForce(contact, in: snapshot).isTold(by: .call) else {
            guard isOpen else { return .over }
            // Whoever has the number now is not told whom it is about.
            return order.stage == .alert ? .alertWithdrawn : order.stage.warnsPerson ? .checkInWithdrawn : .over
        }
        guard order.stage == .alert else {
            guard order.stage.warnsPerson else { return .over }
            if isOpen { return .checkIn }
            let last = try record(CheckInRecord.self, DocumentID(of: row.receiver), in: snapshot)?.body.lastCheckIn
            return last.map { $0 >= call.delivery.createdAt } ?? false ? .checkInAnswered : .over
        }
        if isOpen { return .alert(personName: try context.receiverName ?? "") }
        guard let alert = try record(CareAlertRecord.self, row.alert, in: snapshot)?.body, alert.resolvedAt == nil
        else {
            return .over
        }
        switch alert.state {
        case .acknowledged where alert.endedBy == contact.owner: return .alertAnswered
        case .acknowledged: return .alertTaken(by: alert.endedName ?? "")
        case .cancelled: return .alertCancelled
        default: return .over
        }
    }
}
