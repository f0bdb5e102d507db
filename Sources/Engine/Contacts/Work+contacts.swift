package import AlarmCore
package import AlarmWire
import Delivery
import Sealing
package import Storage

extension Work {
    /// Names a contact, who is asked by one letter whether they want to be told, and told nothing before they do.
    ///
    /// - Throws: the problems `malformed` for an address that is none, `quota-exceeded` for one contact too many.
    package func addContact(_ request: ContactRequest, by device: Device) throws -> Answer {
        try check(request)
        guard try records(Contact.self, of: device.person).filter(\.isNamed).count < engine.limits.contacts else {
            throw Problem(.quotaExceeded, detail: "\(engine.limits.contacts) contacts are the most: remove one first")
        }
        let id = engine.random.draw { ContactID.random(using: &$0) }
        var contact = Contact(details: request, consent: .pending, since: now)
        contact.webhookSecret = request.webhook.map { _ in freshSecret() }
        try keep(contact, id, of: device.person)
        try ask(id, contact, for: device.person)
        return Answer(201, view(of: contact, id, tellsSecret: true))
    }

    /// Changes a contact; another address has to be confirmed like a new one.
    package func changeContact(_ id: ContactID, _ request: ContactRequest, by device: Device) throws -> Answer {
        try check(request)
        var contact = try contact(id, of: device.person).body
        let isMoved =
            contact.details.email != request.email || contact.details.phone != request.phone
            || contact.details.webhook != request.webhook
        let isNewHook = request.webhook != nil && contact.details.webhook != request.webhook
        contact.details = request
        if isMoved {
            ripple.changed.insert(id)
            (contact.consent, contact.since) = (.pending, now)
            contact.trouble = []
        }
        if isNewHook { contact.webhookSecret = freshSecret() }
        if request.webhook == nil { contact.webhookSecret = nil }
        try keep(contact, id, of: device.person)
        if isMoved { try ask(id, contact, for: device.person) }
        return Answer(200, view(of: contact, id, tellsSecret: isNewHook))
    }

    /// Asks a contact once more, who has not answered.
    ///
    /// - Throws: the problems `conflict` where they have, `rate-limited` within ``Limits/confirmationPause`` of the last
    ///   letter.
    package func askAgain(_ id: ContactID, by device: Device) throws -> Answer {
        var contact = try contact(id, of: device.person).body
        guard contact.consent == .pending else {
            throw Problem(.conflict, detail: "this contact is \(contact.consent.rawValue): there is nothing to ask")
        }
        guard now - contact.since >= engine.limits.confirmationPause else {
            throw Problem(.rateLimited, detail: "this contact was asked a moment ago: leave them some time")
        }
        contact.since = now
        try keep(contact, id, of: device.person)
        try ask(id, contact, for: device.person)
        return Answer(200, view(of: contact, id))
    }

    /// Forgets a contact; what waits to be sent to them is not sent.
    package func removeContact(_ id: ContactID, by device: Device) throws -> Answer {
        _ = try contact(id, of: device.person)
        try delete(Contact.self, DocumentID(of: id))
        ripple.changed.insert(id)
        return Answer(status: 204, body: [])
    }

    /// Takes a contact's own word, given through a link: `confirmed` or `unsubscribed`.
    ///
    /// - Returns: the contact and what the person is called whom it is about, or nil where the link is no contact's any more.
    package func decide(_ token: Capability, _ consent: ContactView.Consent) throws -> (contact: Contact, name: String)?
    {
        guard let found = try engine.contact(for: token, in: transaction) else { return nil }
        var contact = found.contact.body
        if contact.consent != consent {
            (contact.consent, contact.since) = (consent, now)
            ripple.changed.insert(ContactID(found.contact.id))
            var record = found.contact
            record.body = contact
            try put(record)
            ripple.persons.insert(found.contact.owner)
        }
        return (contact, found.name)
    }

    /// The destinations of a person's contacts who want to be told, or of the one that an alarm is about.
    func contacts(of person: PersonID, only subject: DocumentID?) throws -> [Destination] {
        if let subject {
            guard let contact = try record(Contact.self, subject) else { return [] }
            let asks = contact.body.media.first { $0 != .webhook }
            return asks.map { [.contact(ContactID(subject), $0)] } ?? []
        }
        return try records(Contact.self, of: person).filter { $0.isNamed && $0.body.consent == .confirmed }.flatMap {
            contact in
            contact.body.media.map { .contact(ContactID(contact.id), $0) }
        }
    }

    private func ask(_ id: ContactID, _ contact: Contact, for person: PersonID) throws {
        try begin(
            Undertaking(
                preset: .contactConfirmation,
                sender: person,
                receiver: person,
                circle: CircleID(own: person),
                due: now,
                subject: DocumentID(of: id)
            )
        )
    }

    private func contact(_ id: ContactID, of person: PersonID) throws -> SealedRecord<Contact> {
        guard let contact = try record(Contact.self, DocumentID(of: id)), contact.owner == person, contact.isNamed
        else {
            throw Problem(.notFound)
        }
        return contact
    }

    private func keep(_ contact: Contact, _ id: ContactID, of person: PersonID) throws {
        try put(SealedRecord(id: DocumentID(of: id), owner: person, position: 0, body: contact))
    }

    private func freshSecret() -> String {
        let halves = engine.random.draw { (DocumentID.random(using: &$0), DocumentID.random(using: &$0)) }
        return WebhookSecret(key: SecretBytes(halves.0.bytes + halves.1.bytes))?.revealed() ?? ""
    }

    private func view(of contact: Contact, _ id: ContactID, tellsSecret: Bool = false) -> ContactView {
        ContactView(
            id: id,
            contact: contact.details,
            consent: contact.consent,
            since: contact.since,
            webhookSecret: tellsSecret ? contact.webhookSecret : nil,
            trouble: contact.trouble
        )
    }

    private func check(_ request: ContactRequest) throws {
        guard request.email != nil || request.phone != nil else {
            throw Problem(
                .malformed,
                detail: "a contact needs an e-mail address or a telephone number, by which to ask them",
                pointer: "/email"
            )
        }
        try engine.gateways.letters.check(request)
    }
}

extension Engine {
    /// The contacts of a device's person, oldest first.
    package func contacts(of device: Device, in snapshot: any Snapshot) throws -> ContactList {
        ContactList(
            contacts: try records(Contact.self, of: device.person, in: snapshot)
                .filter(\.isNamed)
                .sorted { ($0.body.since, $0.id) < ($1.body.since, $1.id) }
                .map { record in
                    ContactView(
                        id: ContactID(record.id),
                        contact: record.body.details,
                        consent: record.body.consent,
                        since: record.body.since,
                        trouble: record.body.trouble
                    )
                }
        )
    }

    /// The contact whose link this is, and what the person is called who named them.
    package func contact(
        for token: Capability,
        in snapshot: any Snapshot
    ) throws -> (contact: SealedRecord<Contact>, name: String)? {
        guard try vault.isGenuine(token), let contact = try record(Contact.self, token.document, in: snapshot) else {
            return nil
        }
        let watch = try record(Watch.self, DocumentID(of: contact.owner), in: snapshot)
        return (contact, watch?.body.settings.name ?? "")
    }
}

extension SealedRecord<Contact> {
    /// Whether it is somebody whom its owner named, rather than a number of their own or somebody who is invited.
    var isNamed: Bool { circle == nil }
}
