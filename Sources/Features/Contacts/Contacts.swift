package import AlarmCore
package import AlarmWire
import Delivery
package import Engine
import Sealing
import Storage

/// People without the app who are told, once they have agreed.
package struct Contacts: Feature {
    package let tx: RelayTransaction

    /// Adds a contact, who gets one letter that asks for consent, and nothing else before they agree.
    ///
    /// - Throws: the problems `malformed` for an invalid address, `quota-exceeded` for one contact too many.
    package func add(_ request: ContactRequest, by device: Device) throws -> EngineResponse {
        try check(request)
        // A letter about nobody in particular helps nobody.
        guard try engine.kinds.naming(device.person, engine, transaction) != nil else {
            throw Problem(
                .conflict,
                detail: "say first what your contacts know you by: set a check-in plan with a name"
            )
        }
        guard try tx.records(Contact.self, of: device.person).filter(\.isNamed).count < engine.limits.contacts else {
            throw Problem(.quotaExceeded, detail: "\(engine.limits.contacts) contacts are the most: remove one first")
        }
        let id = engine.random.draw { ContactID.random(using: &$0) }
        var details = request
        details.language = request.language ?? device.locale
        var contact = Contact(
            details: details,
            consent: .pending,
            since: try instant(afterRefusalsAt: details)
        )
        contact.followsLanguage = request.language == nil
        contact.webhookSecret = request.webhook.map { _ in freshSecret() }
        try ask(id, &contact, for: device.person)
        return EngineResponse(201, try view(of: contact, id, tellsSecret: true))
    }

    /// Changes a contact; a new address has to be confirmed, and unchanged ones keep their consent.
    package func change(_ id: ContactID, _ request: ContactRequest, by device: Device) throws -> EngineResponse {
        try check(request)
        let former = try contact(id, of: device.person).body
        var (contact, details) = (former, request)
        details.language = request.language ?? contact.details.language
        if request.language != nil { contact.followsLanguage = false }
        let changed = contact.move(to: details, at: now)
        if contact.agreed.isEmpty, contact.since == now { contact.since = try instant(afterRefusalsAt: details) }
        try engine.retire(former, in: &contact, owner: device.person)
        let isNewHook = request.webhook != nil && changed.contains(.webhook)
        if isNewHook { contact.webhookSecret = freshSecret() }
        if request.webhook == nil { contact.webhookSecret = nil }
        withhold(from: id, by: changed, of: device.person)
        try save(contact, id, of: device.person)
        if !changed.isDisjoint(with: contact.unanswered) { try ask(id, &contact, for: device.person) }
        return EngineResponse(200, try view(of: contact, id, tellsSecret: isNewHook))
    }

    /// Asks a contact who has not answered once more, or one who stopped letters and allows that they are asked.
    ///
    /// - Throws: the problems `conflict` where they have agreed or want no letters, `rate-limited` within
    ///   ``Limits/confirmationPause`` of the last letter, or `conflict` then where nothing can be sent to them, or that
    ///   letter has yet to go out.
    package func askAgain(_ id: ContactID, by device: Device) throws -> EngineResponse {
        var contact = try engine.inForce(try contact(id, of: device.person), in: transaction)
        let wasStopped = contact.consent == .unsubscribed
        if wasStopped { (contact.consent, contact.agreed) = (.pending, []) }
        guard !contact.unanswered.isEmpty else {
            throw Problem(.conflict, detail: "this contact is \(contact.consent.rawValue): there is nothing to ask")
        }
        guard wasStopped || now - contact.since >= engine.limits.confirmationPause else {
            try requireWay(by: contact.unanswered)
            guard try !engine.waiting(for: contact, id, in: transaction).isSuperset(of: contact.unanswered) else {
                throw Problem(
                    .conflict,
                    detail: "the message that asks them has not gone out yet: it is tried again by itself"
                )
            }
            throw Problem(.rateLimited, detail: "this contact was asked a while ago: leave them some time")
                .after(contact.since + engine.limits.confirmationPause - now)
        }
        contact.since = try instant(afterRefusalsAt: contact.details)
        try ask(id, &contact, for: device.person)
        return EngineResponse(200, try view(of: contact, id))
    }

    /// Has contacts for whom no language was chosen, and who are written to in the former one of this device, be written
    /// to in its new one.
    func followLanguage(of device: Device, insteadOf former: String) throws {
        for var record in try tx.records(Contact.self, of: device.person)
        where record.isNamed && record.body.followsLanguage && record.body.details.language == former {
            record.body.details.language = device.locale
            try tx.put(record)
        }
    }

    /// Deletes a contact; what waits to be sent to them is not sent, and who stopped letters keeps the way back.
    package func remove(_ id: ContactID, by device: Device) throws -> EngineResponse {
        _ = try contact(id, of: device.person)
        try tx.forget(contact: DocumentID(of: id))
        tx.commitEffects.changed.insert(id)
        return EngineResponse(status: 204, body: [])
    }

    /// Takes a contact's own answer by a link: `confirmed` or `unsubscribed`.
    ///
    /// `calls` says whether what they agreed to asked for calls as well; to these they agree then alone.
    ///
    /// - Returns: the contact and the name of the person who named them, or nil where the link is no longer a
    ///   contact's.
    /// - Throws: `StoreError`.
    package func decide(
        _ token: Capability,
        _ consent: ContactView.ConsentState,
        toCalls calls: Bool = false
    ) throws -> (contact: Contact, name: String)? {
        guard let found = try engine.contact(for: token, in: transaction) else { return nil }
        let former = found.contact.body
        var record = found.contact
        record.body = try engine.inForce(record, in: transaction)
        let answeredAt = consent == .confirmed ? try instant(afterRefusalsAt: former.details) : now
        record.body.take(consent, by: found.medium, toCalls: calls, at: answeredAt)
        try note(consent, by: found.medium, of: former, owner: record.owner)
        if record.body != former { try put(record, consent) }
        if consent == .unsubscribed {
            for var twin in try twins(of: record) where twin.body.consent != .unsubscribed {
                twin.body.take(.unsubscribed, by: twin.body.asked.first ?? found.medium, at: now)
                try put(twin, .unsubscribed)
            }
        } else if record.isNamed {
            try tx.checkIns.tell(ContactID(record.id), by: found.medium, of: record.owner)
        }
        return (record.body, found.name)
    }

    /// Takes a contact's word, by a link in a letter, that they have reached the person.
    ///
    /// Whoever was told may say so, also after they have stopped further letters.
    ///
    /// - Returns: false where the contact was told of nothing that is still open.
    package func reached(_ token: Capability) throws -> Bool {
        guard let found = try engine.contact(for: token, in: transaction), found.contact.isNamed else { return false }
        return try tx.checkIns.takeReached(by: found.contact)
    }

    func put(_ record: SealedRecord<Contact>, _ consent: ContactView.ConsentState) throws {
        if consent != .confirmed { tx.commitEffects.changed.insert(ContactID(record.id)) }
        try tx.put(record)
        tx.commitEffects.persons.insert(record.owner)
    }

    /// The destinations of one contact that wait for an answer.
    func unanswered(_ id: DocumentID) throws -> [Destination] {
        try tx.record(Contact.self, id)?.body.unanswered.map { .contact(ContactID(id), $0) } ?? []
    }

    /// Keeps anything made for a contact's former addresses from being sent.
    private func withhold(from id: ContactID, by media: Set<Destination.Medium>, of person: PersonID) {
        guard !media.isEmpty else { return }
        tx.commitEffects.withheld.append(
            Withholding(circle: CircleID(own: person), destinations: Set(media.map { .contact(id, $0) }))
        )
    }

    /// Checks that the relay can send by one of these media, and that something gets through: otherwise waiting does not
    /// help who asks.
    private func requireWay(by media: [Destination.Medium]) throws {
        let reasons = media.compactMap { medium in
            engine.gateways.contactChannels.lack(of: medium)
                ?? engine.delays(by: [medium]).first.map { delay in
                    let known = delay.isUncertain ? "it is not known whether anything" : "nothing"
                    return "\(known) gets through by \(medium.rawValue): \(delay.reason)"
                }
        }
        guard let reason = reasons.first, reasons.count == media.count else { return }
        throw Problem(
            .conflict,
            detail: "the relay cannot send the question at present (\(reason)): what is to be sent waits until it can"
        )
    }

    /// Stores a contact and asks them.
    private func ask(_ id: ContactID, _ contact: inout Contact, for person: PersonID) throws {
        let record = SealedRecord(id: DocumentID(of: id), owner: person, position: 0, body: contact)
        contact = try ask(record, by: contact.unanswered).body
    }

    private func contact(_ id: ContactID, of person: PersonID) throws -> SealedRecord<Contact> {
        guard let contact = try tx.record(Contact.self, DocumentID(of: id)), contact.owner == person, contact.isNamed
        else {
            throw Problem(.notFound)
        }
        return contact
    }

    private func save(_ contact: Contact, _ id: ContactID, of person: PersonID) throws {
        try tx.put(SealedRecord(id: DocumentID(of: id), owner: person, position: 0, body: contact))
    }

    private func freshSecret() -> String {
        let halves = engine.random.draw { (DocumentID.random(using: &$0), DocumentID.random(using: &$0)) }
        return WebhookSecret(key: SecretBytes(halves.0.bytes + halves.1.bytes))?.revealed() ?? ""
    }

    private func view(of contact: Contact, _ id: ContactID, tellsSecret: Bool = false) throws -> ContactView {
        var view = try engine.view(of: contact, id, in: transaction)
        if tellsSecret { view.webhookSecret = contact.webhookSecret }
        return view
    }

    private func check(_ request: ContactRequest) throws {
        guard request.email != nil || request.phone != nil else {
            throw Problem(
                .malformed,
                detail: "a contact needs an e-mail address or a telephone number, by which to ask them",
                pointer: "/email"
            )
        }
        // Whoever names a contact cannot agree for them.
        guard !request.calls else {
            throw Problem(
                .malformed,
                detail: "a contact is not called: only you can be, at a number of your own",
                pointer: "/calls"
            )
        }
        try engine.gateways.contactChannels.check(request)
    }
}
