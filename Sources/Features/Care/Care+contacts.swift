package import AlarmCore
package import AlarmWire
package import Engine
import Storage
import Wording

extension Care {
    /// Stores a member's own telephone number, which gets alerts once it was confirmed by the link in a message to it.
    ///
    /// It is called once a link in a message that asks for calls was agreed to; taking calls back counts at once.
    ///
    /// - Throws: the problems `malformed`, `no-channel`, `conflict` for a number that refuses messages, `rate-limited`
    ///   where it would be asked again too soon.
    package func setPhone(_ request: CarePhone, by device: Device) throws -> EngineResponse {
        let details = ContactRequest(
            name: request.name,
            phone: request.phone,
            calls: request.calls,
            language: request.language
        )
        try engine.gateways.contactChannels.check(details)
        let id = Contact.ownPhone(of: device.person)
        var contact = Contact(details: details, consent: .pending, since: now)
        var asks = true
        let former = try tx.record(Contact.self, id)?.body
        if let known = former, known.details.phone == request.phone {
            contact.unboundLinks = known.unboundLinks
            contact.callsAskedAt = known.callsAskedAt
            asks = try asksAgain(known, for: request)
            if !asks || known.consent == .confirmed {
                contact = known
                contact.details = details
                if !request.calls { contact.agreed.remove(.call) }
            }
        }
        if asks, request.calls { contact.callsAskedAt = now }
        if let former { try engine.retire(former, in: &contact, owner: device.person) }
        var record = SealedRecord(id: id, owner: device.person, circle: CircleID(own: device.person), body: contact)
        try tx.put(record)
        // Nothing more goes to the previous number, and whoever takes calls back is not called any more.
        if contact.consent == .pending {
            tx.commitEffects.changed.insert(ContactID(id))
        } else if !request.calls {
            tx.commitEffects.abandoned.insert(.contact(ContactID(id), .call))
        }
        if asks { record = try tx.contacts.ask(record, by: [.sms]) }
        return EngineResponse(200, try engine.view(of: record.body, ContactID(id), in: transaction))
    }

    /// Whether a number that is known is asked once more for what is wanted now.
    ///
    /// - Throws: the problem `rate-limited` where it was asked too lately; never where calls are taken back.
    private func asksAgain(_ known: Contact, for request: CarePhone) throws -> Bool {
        let pause = engine.limits.confirmationPause
        switch known.consent {
        case .unsubscribed: return true
        case .confirmed:
            guard request.calls, !known.isTold(by: .call) else { return false }
            try known.requireCallsQuestion(after: pause, at: now)
            return true
        case .pending:
            // Taking calls back is never refused, as a question could be.
            if known.details.calls, !request.calls { return false }
            let asked = max(known.since, known.callsAskedAt ?? known.since)
            guard now - asked < pause else { return true }
            throw Problem(
                .rateLimited,
                detail: request.calls && !known.details.calls
                    ? "this number was asked a while ago, and not about calls: confirm it by the link first, and ask "
                        + "for calls then, or wait"
                    : "this number was asked a while ago: confirm by the link, or wait"
            )
            .after(asked + pause - now)
        }
    }

    /// Deletes a member's own number.
    package func removePhone(by device: Device) throws -> EngineResponse {
        let id = Contact.ownPhone(of: device.person)
        guard try tx.forget(contact: id) else { throw Problem(.notFound) }
        tx.commitEffects.changed.insert(ContactID(id))
        return EngineResponse(status: 204, body: [])
    }

    /// Has somebody sent the link of an invite to the dweller's care circle.
    ///
    /// Recipient and link are deleted once the message was sent or given up, or the invite has ended.
    ///
    /// - Throws: the problems `not-found` and `not-allowed` for a caller who is not its dweller, `conflict` for one
    ///   without a name, `malformed` for a link that is not one of an open invite to the circle, `rate-limited`,
    ///   `no-channel` where the relay sends nothing to such an address.
    package func invite(_ request: CareInvitationRequest, by device: Device) throws -> EngineResponse {
        let roster = try engine.roster(of: request.circle, for: device.person, in: transaction)
        guard roster.circle.kind == .care else { throw Problem(.notFound) }
        do {
            try roster.requireInvitation(by: device.person, as: .member)
        } catch {
            throw Problem(error)
        }
        try Self.requireShown(
            engine.name(of: device.person, in: request.circle, transaction),
            orSay: "give yourself a name in the circle first, as 'displayName' of your own place there"
        )
        guard request.phone != nil || request.email != nil else {
            throw Problem(.malformed, detail: "an invitation needs a telephone number or an e-mail address")
        }
        let origin = try engine.gateways.contactChannels.linkOrigin()
        guard let link = try? PairingLink(request.link), link.origin == (try? Origin(origin)) else {
            throw Problem(.malformed, detail: "the link has to be one of an invite at \(origin)", pointer: "/link")
        }
        guard let invite = try engine.openInvite(of: link, to: request.circle, at: now, in: transaction) else {
            throw Problem(
                .malformed,
                detail: "the link has to be one of an open invite to the circle",
                pointer: "/link"
            )
        }
        var contact = Contact(
            details: ContactRequest(
                name: request.name,
                email: request.phone == nil ? request.email : nil,
                phone: request.phone,
                language: request.language
            ),
            consent: .pending,
            since: now
        )
        try engine.gateways.contactChannels.check(contact.details)
        try tx.contacts.requireAsking(contact.details, by: contact.asked, of: device.person)
        contact.invitation = link.url
        let record = SealedRecord(
            id: engine.random.draw { DocumentID.random(using: &$0) },
            owner: device.person,
            circle: request.circle,
            body: contact
        )
        try tx.put(record)
        try tx.begin(
            PresetAlarm(
                id: try engine.freeLetter(of: invite, at: now, in: transaction),
                kind: InvitationKind(),
                sender: device.person,
                receiver: device.person,
                circle: request.circle,
                due: now,
                subject: record.id
            )
        )
        return EngineResponse(status: 204, body: [])
    }
}

extension Care {
    /// Checks that whoever is invited, or told of an alert, will read whom that is about.
    ///
    /// - Throws: the problem `conflict`, which says what to do, where nothing of the name is shown.
    static func requireShown(_ name: String?, orSay remedy: String) throws {
        guard name.map(DisplayName.isShown) ?? false else {
            throw Problem(
                .conflict,
                detail: "messages about you would speak of \"Someone\": \(remedy), or set a check-in plan with a name"
            )
        }
    }
}

extension Engine {
    /// The number that a member has left, and whether it was confirmed; nil where there is none.
    func ownPhone(of person: PersonID, in snapshot: any Snapshot) throws -> ContactView? {
        try record(Contact.self, Contact.ownPhone(of: person), in: snapshot).map { record in
            try view(of: record.body, ContactID(record.id), in: snapshot)
        }
    }
}

extension Contact {
    /// The identifier of the document with a member's own number, which is not one of the contacts they named.
    package static func ownPhone(of person: PersonID) -> DocumentID {
        DocumentID(uuidV5: "care-phone", in: person)
    }
}
