import AlarmCore
import AlarmWire
import Storage

extension Work {
    /// Calls a contact's webhook no more, whose server said that it wants none (410).
    func forgetWebhook(of id: ContactID) throws {
        guard var contact = try record(Contact.self, DocumentID(of: id)) else { return }
        contact.body.details.webhook = nil
        contact.body.webhookSecret = nil
        try put(contact)
    }

    /// Keeps with a contact that the last letter did not reach them, for whoever named them to see; or that it did.
    func noteReach(of row: DeliveryRow) throws {
        guard case .contact(let id, let medium) = row.order.destination, row.order.stage != .inquiry,
            row.state != .superseded, var contact = try record(Contact.self, DocumentID(of: id))
        else { return }
        let former = contact.body.trouble
        contact.body.trouble.removeAll { $0.medium == medium }
        if row.state == .refused || row.state == .expired {
            let reason = row.reason ?? "it could not be delivered in time"
            contact.body.trouble.append(ContactView.Trouble(medium: medium, at: now, reason: reason))
        }
        guard contact.body.trouble != former else { return }
        try put(contact)
        ripple.persons.insert(contact.owner)
    }
}
