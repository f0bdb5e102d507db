import AlarmCore
import AlarmWire
import Storage

extension RelayTransaction {
    /// Deletes a contact's webhook whose server answered that it is gone (410).
    func forgetWebhook(of id: ContactID) throws {
        guard var contact = try record(Contact.self, DocumentID(of: id)) else { return }
        contact.body.details.webhook = nil
        contact.body.webhookSecret = nil
        try put(contact)
    }

    /// Records with a contact whether the last letter reached them, for the person who named them.
    ///
    /// `isReturned` says that a server had taken the letter before.
    func noteReach(of row: DeliveryRow, isReturned: Bool) throws {
        // That nobody answered a call is no trouble with the number.
        guard case .contact(let id, let medium) = row.order.destination, medium != .call, row.order.stage != .inquiry,
            row.state != .superseded, var contact = try record(Contact.self, DocumentID(of: id))
        else { return }
        let former = contact.body.trouble
        contact.body.trouble.removeAll { $0.medium == medium }
        if row.state == .refused || row.state == .expired {
            let reason = row.reason ?? "it could not be delivered in time"
            contact.body.trouble.append(
                ContactView.Trouble(
                    medium: medium,
                    at: now,
                    reason: reason,
                    isReturned: isReturned,
                    mayHaveArrived: !isReturned && row.mayHaveArrived
                )
            )
        }
        guard contact.body.trouble != former else { return }
        try put(contact)
        commitEffects.persons.insert(contact.owner)
    }
}
