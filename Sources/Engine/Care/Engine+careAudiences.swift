import AlarmCore
import AlarmWire
import Storage

extension Engine {
    /// Those members of a care circle who may know of an alert, in tiers, the first to be told first.
    ///
    /// Without a record of an alert the question is whether a dweller of whom nothing is heard is well.
    func audience(of alert: DocumentID?, in circle: CircleID, _ snapshot: any Snapshot) throws -> AlertAudience {
        let kind = try alert.flatMap { try record(CareAlertRecord.self, $0, in: snapshot)?.body.kind } ?? .inactivity
        return AlertAudience(for: kind, in: try roster(of: circle, in: snapshot)?.members ?? [])
    }

    /// Where the person is reached who is reached there.
    func person(at destination: Destination, in snapshot: any Snapshot) throws -> PersonID? {
        switch destination {
        case .device(let id): try snapshot.device(id)?.person
        case .contact(let id, _): try snapshot.document(.contact, id: DocumentID(of: id))?.owner
        }
    }

    /// Whether what a family or a care circle tells may still go there: who has left hears nothing more of it, and what a
    /// dweller has taken back since counts at once.
    func mayLearn(_ order: DeliveryOrder, of row: AlarmRow, in snapshot: any Snapshot) throws -> Bool {
        guard row.isCare || row.isOfFamily, let person = try person(at: order.destination, in: snapshot) else {
            return true
        }
        guard row.isCare, order.stage == .alert else { return try snapshot.isMember(person, of: row.circle) }
        return try audience(of: row.alert, in: row.circle, snapshot).tiers.joined().contains(person)
    }
}

extension Work {
    /// Where those members of a care circle are reached who may know of an alert: their devices, and with them their number.
    func members(of circle: CircleID, knowing alert: DocumentID?) throws -> [[AlarmContext.Addressee]] {
        try engine.audience(of: alert, in: circle, transaction).tiers.map { tier in
            try tier.flatMap { person in
                var addressees = try recipients(of: person).map { recipient in
                    AlarmContext.Addressee(.device(recipient.device), allowsCritical: recipient.allowsCritical)
                }
                let id = Contact.ownPhone(of: person)
                if try record(Contact.self, id)?.body.isTold(by: .sms) ?? false {
                    addressees.append(AlarmContext.Addressee(.contact(ContactID(id), .sms)))
                }
                return addressees
            }
        }
    }
}
