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

    /// Changes a contact; another address has to be confirmed like a new one, and those that stay are told as before.
    package func changeContact(_ id: ContactID, _ request: ContactRequest, by device: Device) throws -> Answer {
        try check(request)
        var contact = try contact(id, of: device.person).body
        let changed = contact.move(to: request, at: now)
        let isNewHook = request.webhook != nil && changed.contains(.webhook)
        if isNewHook { contact.webhookSecret = freshSecret() }
        if request.webhook == nil { contact.webhookSecret = nil }
        withhold(from: id, by: changed, of: device.person)
        try keep(contact, id, of: device.person)
        if !changed.isDisjoint(with: contact.unanswered) { try ask(id, contact, for: device.person) }
        return Answer(200, view(of: contact, id, tellsSecret: isNewHook))
    }

    /// Asks a contact once more, who has not answered.
    ///
    /// - Throws: the problems `conflict` where they have, `rate-limited` within ``Limits/confirmationPause`` of the last
    ///   letter.
    package func askAgain(_ id: ContactID, by device: Device) throws -> Answer {
        var contact = try contact(id, of: device.person).body
        guard !contact.unanswered.isEmpty else {
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
        let former = found.contact.body
        var record = found.contact
        record.body.take(consent, by: found.medium, at: now)
        try note(consent, by: found.medium, of: former, owner: record.owner)
        if record.body != former {
            if consent != .confirmed { ripple.changed.insert(ContactID(record.id)) }
            try put(record)
            ripple.persons.insert(record.owner)
        }
        return (record.body, found.name)
    }

    /// The destinations of a person's contacts who want to be told; of the one that an alarm is about, those to be asked.
    func contacts(of person: PersonID, only subject: DocumentID?) throws -> [Destination] {
        if let subject {
            guard let contact = try record(Contact.self, subject) else { return [] }
            return contact.body.unanswered.map { .contact(ContactID(subject), $0) }
        }
        return try records(Contact.self, of: person).filter(\.isNamed).flatMap { contact in
            contact.body.media.filter(contact.body.isTold).map { .contact(ContactID(contact.id), $0) }
        }
    }

    /// Lets nothing start any more that was made for an address that a contact had.
    private func withhold(from id: ContactID, by media: Set<Destination.Medium>, of person: PersonID) {
        guard !media.isEmpty else { return }
        ripple.withheld.append(
            Withheld(circle: CircleID(own: person), destinations: Set(media.map { .contact(id, $0) }))
        )
    }

    private func ask(_ id: ContactID, _ contact: Contact, for person: PersonID) throws {
        try requireAsking(contact.details, by: contact.unanswered, of: person)
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
            agreed: contact.agreed,
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
                        agreed: record.body.agreed,
                        since: record.body.since,
                        trouble: record.body.trouble
                    )
                }
        )
    }

    /// The contact whose link this is, the address to which it went, and what the person is called who named them.
    package func contact(
        for token: Capability,
        in snapshot: any Snapshot
    ) throws -> (contact: SealedRecord<Contact>, medium: Destination.Medium, name: String)? {
        let media = try Destination.Medium.allCases.filter { medium in
            try medium.purpose.map { try vault.isGenuine(token.serving($0)) } ?? false
        }
        guard let medium = media.first, let contact = try record(Contact.self, token.document, in: snapshot) else {
            return nil
        }
        let watch = try record(Watch.self, DocumentID(of: contact.owner), in: snapshot)
        return (contact, medium, watch?.body.settings.name ?? "")
    }
}

extension Destination.Medium {
    /// What the link in a letter that goes this way is good for; nil for a machine, which answers nothing.
    package var purpose: Capability.Purpose? {
        switch self {
        case .email: .contact
        case .sms: .telephone
        case .webhook: nil
        }
    }
}

extension SealedRecord<Contact> {
    /// Whether it is somebody whom its owner named, rather than a number of their own or somebody who is invited.
    package var isNamed: Bool { circle == nil }
}
