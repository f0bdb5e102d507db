import AlarmCore
import Engine
import Storage

extension Care {
    /// The devices of the members of a care circle who may know of an alert, and the number of those members.
    func members(of circle: CircleID, knowing alert: DocumentID?) throws -> [[AlarmContext.Addressee]] {
        try engine.audience(of: alert, in: circle, transaction).tiers.map { tier in
            try tier.flatMap { person in
                var addressees = try tx.recipients(of: person).map { recipient in
                    AlarmContext.Addressee(.device(recipient.device), allowsCritical: recipient.allowsCritical)
                }
                let id = Contact.ownPhone(of: person)
                if try tx.record(Contact.self, id)?.body.isTold(by: .sms) ?? false {
                    addressees.append(AlarmContext.Addressee(.contact(ContactID(id), .sms)))
                }
                return addressees
            }
        }
    }
}
