package import AlarmCore
package import AlarmWire
package import Engine
package import Storage

/// The addresses at which a person is warned of their own deadlines, beside their devices.
extension CheckIns {
    /// Stores a person's own addresses, which are warned once each was confirmed by the link in a message to it.
    ///
    /// - Throws: the problems `malformed` for an invalid address, `no-channel`, `conflict` without a named plan or for an
    ///   address that refuses letters, `rate-limited`.
    package func setOwnAddresses(_ request: OwnAddresses, by device: Device) throws -> EngineResponse {
        let person = device.person
        guard let name = try engine.kinds.naming(person, engine, transaction) else {
            throw Problem(.conflict, detail: "there is no check-in plan with a name yet: set one first")
        }
        let details = ContactRequest(
            name: name,
            email: request.email,
            phone: request.phone,
            calls: request.calls,
            language: request.language
        )
        guard details.email != nil || details.phone != nil else {
            throw Problem(.malformed, detail: "give an e-mail address or a telephone number", pointer: "/email")
        }
        try engine.gateways.contactChannels.check(details)
        let id = Contact.ownAddresses(of: person)
        let known = try tx.record(Contact.self, id).map { try engine.inForce($0, in: transaction) }
        let since = try tx.contacts.instant(afterRefusalsAt: details)
        var contact = known ?? Contact(details: details, consent: .pending, since: since)
        var asked = Set(contact.unanswered)
        if known != nil {
            let wasStopped = contact.consent == .unsubscribed
            if wasStopped { (contact.consent, contact.since) = (.pending, now) }
            let former = contact
            let moved = contact.move(to: details, at: now)
            var changed = moved
            // Whether a number may be called is asked there, by a text message.
            let pause = engine.limits.confirmationPause
            if changed.contains(.call), details.calls {
                if !moved.contains(.sms) { try former.requireCallsQuestion(after: pause, at: now) }
                changed.insert(.sms)
            }
            try engine.retire(former, in: &contact, owner: person)
            // A stop counts for every address, so that each is asked anew, if it may be.
            asked = wasStopped ? Set(contact.unanswered) : changed.intersection(contact.unanswered)
            let askedAt = max(contact.since, contact.callsAskedAt ?? contact.since)
            if asked.isEmpty, !contact.unanswered.isEmpty, now - askedAt >= pause {
                asked = Set(contact.unanswered)
                contact.since = now
            }
            if contact.agreed.isEmpty, contact.since == now { contact.since = since }
            // Nothing more goes to the previous addresses; what is on its way to the others arrives.
            tx.commitEffects.abandoned.formUnion(moved.map { .contact(ContactID(id), $0) })
        }
        if details.calls, asked.contains(.sms) { contact.callsAskedAt = now }
        var record = SealedRecord(id: id, owner: person, circle: CircleID(own: person), body: contact)
        try tx.put(record)
        if !asked.isEmpty { record = try tx.contacts.ask(record, by: Array(asked), isOwn: true) }
        return EngineResponse(200, try engine.view(of: record.body, ContactID(id), in: transaction))
    }

    /// Has messages to a person's own addresses written in the language that a device of theirs has changed to.
    func followLanguage(of device: Device) throws {
        guard var record = try tx.record(Contact.self, Contact.ownAddresses(of: device.person)) else { return }
        record.body.details.language = device.locale
        try tx.put(record)
    }

    /// Deletes a person's own addresses.
    ///
    /// - Throws: the problem `not-found`.
    package func removeOwnAddresses(by device: Device) throws -> EngineResponse {
        let id = Contact.ownAddresses(of: device.person)
        guard try tx.forget(contact: id) else { throw Problem(.notFound) }
        tx.commitEffects.changed.insert(ContactID(id))
        return EngineResponse(status: 204, body: [])
    }

    /// The person's own addresses that were confirmed.
    func ownAddresses(of person: PersonID) throws -> [Destination] {
        let id = Contact.ownAddresses(of: person)
        guard let record = try tx.record(Contact.self, id) else { return [] }
        let contact = try engine.inForce(record, in: transaction)
        return contact.media.filter(contact.isTold).map { .contact(ContactID(id), $0) }
    }
}

extension CheckIns {
    /// The person's own number where they want to be called, and the relay calls people.
    func ownCall(of person: PersonID) throws -> Destination? {
        let id = Contact.ownAddresses(of: person)
        guard engine.gateways.contactChannels.calls != nil, let record = try tx.record(Contact.self, id),
            try engine.inForce(record, in: transaction).isTold(by: .call)
        else { return nil }
        return .contact(ContactID(id), .call)
    }

    /// Takes the answer to a call about a deadline as a check-in.
    func checkIn(byCallTo person: PersonID) throws {
        let entry = CheckInReport.Entry(at: now, timeZone: try watch(of: person)?.timeZone, source: .message)
        try checkIn(person, entry, from: nil, sparing: nil)
    }
}

extension Engine {
    /// A person's own addresses, as they see them.
    ///
    /// - Throws: the problem `not-found` where none are stored.
    package func ownAddresses(of device: Device, in snapshot: any Snapshot) throws -> ContactView {
        let id = Contact.ownAddresses(of: device.person)
        guard let record = try record(Contact.self, id, in: snapshot) else {
            throw Problem(.notFound, detail: "no address of yours is warned of a deadline")
        }
        return try view(of: inForce(record, in: snapshot), ContactID(id), in: snapshot)
    }

    /// The person's own addresses behind a link to check in, if it is one of a warning and still wanted.
    func ownAddress(for token: Capability, in snapshot: any Snapshot) throws -> SealedRecord<Contact>? {
        guard token.purpose == .checkIn,
            let record = try record(Contact.self, token.document, in: snapshot),
            record.id == Contact.ownAddresses(of: record.owner),
            try inForce(record, in: snapshot).consent == .confirmed
        else { return nil }
        let addresses = try linkedAddresses(of: record.body.details, owner: record.owner)
        if try addresses.contains(where: { try vault.isGenuine(token, at: $0) }) { return record }
        // A warning of an earlier version may have gone to either address.
        let isUnbound = Set(record.body.asked).isSubset(of: record.body.unboundLinks)
        return try isUnbound && vault.isGenuine(token) ? record : nil
    }
}

extension Contact {
    /// The identifier of the document with a person's own addresses, which is not one of the contacts they named.
    package static func ownAddresses(of person: PersonID) -> DocumentID {
        DocumentID(uuidV5: "check-in-addresses", in: person)
    }
}
