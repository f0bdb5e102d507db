package import AlarmCore
package import AlarmWire
import Storage

extension Work {
    /// Keeps a member's own number, to which alerts go once it was confirmed by the link in a message to it.
    package func setCarePhone(_ request: CarePhone, by device: Device) throws -> Answer {
        let details = ContactRequest(name: request.name, phone: request.phone, language: request.language)
        try engine.gateways.letters.check(details)
        let id = Contact.ownPhone(of: device.person)
        var contact = Contact(details: details, consent: .pending, since: now)
        if let known = try record(Contact.self, id)?.body, known.details.phone == request.phone {
            guard known.consent != .pending || now - known.since >= engine.limits.confirmationPause else {
                throw Problem(.rateLimited, detail: "this number was asked a moment ago: confirm by the link, or wait")
            }
            if known.consent == .confirmed {
                contact = known
                contact.details = details
            }
        }
        let record = SealedRecord(id: id, owner: device.person, circle: CircleID(own: device.person), body: contact)
        try put(record)
        // Nothing more goes to the former number.
        if contact.consent == .pending { ripple.changed.insert(ContactID(id)) }
        if contact.consent == .pending {
            try requireAsking(details, by: [.sms], of: device.person)
            try order(.contactConfirmation, to: record, by: device.person, in: CircleID(own: device.person))
        }
        return Answer(
            200,
            ContactView(
                id: ContactID(id),
                contact: details,
                consent: contact.consent,
                agreed: contact.agreed,
                since: contact.since,
                trouble: contact.trouble
            )
        )
    }

    /// Forgets a member's own number.
    package func removeCarePhone(by device: Device) throws -> Answer {
        let id = Contact.ownPhone(of: device.person)
        guard try delete(Contact.self, id) else { throw Problem(.notFound) }
        ripple.changed.insert(ContactID(id))
        return Answer(status: 204, body: [])
    }

    /// Sends somebody the link of an invite to the dweller's care circle; who and with what is forgotten once it is sent.
    ///
    /// - Throws: the problems `not-found` and `not-allowed` for who is not its dweller, `malformed` for a link that is none
    ///   of this relay's, `rate-limited`, `unavailable` where the relay does not know its own address.
    package func invite(_ request: CareInvitationRequest, by device: Device) throws -> Answer {
        let roster = try engine.roster(of: request.circle, for: device.person, in: transaction)
        guard roster.circle.kind == .care else { throw Problem(.notFound) }
        do {
            try roster.requireInvitation(by: device.person, as: .member)
        } catch {
            throw Problem(error)
        }
        guard request.phone != nil || request.email != nil else {
            throw Problem(.malformed, detail: "an invitation needs a telephone number or an e-mail address")
        }
        guard let origin = engine.gateways.letters.origin else {
            throw Problem(.unavailable, detail: "this relay does not know its own address: its operator sets 'origin'")
        }
        guard let link = try? PairingLink(request.link), link.origin == (try? Origin(origin)) else {
            throw Problem(.malformed, detail: "the link has to be one of an invite at \(origin)", pointer: "/link")
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
        try engine.gateways.letters.check(contact.details)
        try requireAsking(contact.details, by: contact.asked, of: device.person)
        contact.invitation = link.url
        let record = SealedRecord(
            id: engine.random.draw { DocumentID.random(using: &$0) },
            owner: device.person,
            circle: request.circle,
            body: contact
        )
        try put(record)
        try order(.invitation, to: record, by: device.person, in: request.circle)
        return Answer(status: 204, body: [])
    }

    /// Forgets whom an invitation went to, and its link.
    func forgetInvitation(_ delivery: DeliveryRow) throws {
        guard delivery.order.stage == .invitation, case .contact(let id, _) = delivery.order.destination else { return }
        try delete(Contact.self, DocumentID(of: id))
    }

    private func order(
        _ preset: EscalationPolicy,
        to contact: SealedRecord<Contact>,
        by person: PersonID,
        in circle: CircleID
    ) throws {
        try begin(
            Undertaking(
                preset: preset,
                sender: person,
                receiver: person,
                circle: circle,
                due: now,
                subject: contact.id
            )
        )
    }
}

extension Contact {
    /// The document of a member's own number, which is none of the people whom they named.
    static func ownPhone(of person: PersonID) -> DocumentID {
        DocumentID(uuidV5: "care-phone", in: person)
    }
}
