package import AlarmCore
package import AlarmWire
package import Engine
package import Storage

extension Engine {
    /// The contacts of a device's person, oldest first.
    package func contacts(of device: Device, in snapshot: any Snapshot) throws -> ContactList {
        ContactList(
            contacts: try records(Contact.self, of: device.person, in: snapshot)
                .filter(\.isNamed)
                .sorted { ($0.body.since, $0.id) < ($1.body.since, $1.id) }
                .map { try view(of: inForce($0, in: snapshot), ContactID($0.id), in: snapshot) }
        )
    }

    /// A stored contact, as the person who stored it sees it, without its webhook's secret.
    func view(of contact: Contact, _ id: ContactID, in snapshot: any Snapshot) throws -> ContactView {
        try ContactView(
            id: id,
            contact: contact.details,
            consent: contact.consent,
            agreed: contact.agreed,
            since: contact.since,
            trouble: contact.trouble,
            unreached: gateways.contactChannels.lacking(for: contact.details),
            delayed: contact.consent == .unsubscribed
                ? [] : delays(by: Destination.Medium.allCases.filter { contact.details.address(for: $0) != nil }),
            waiting: waiting(for: contact, id, in: snapshot)
        )
    }

    /// The media by which the message that asks a contact was tried and has gone to no server yet.
    func waiting(
        for contact: Contact,
        _ id: ContactID,
        in snapshot: any Snapshot
    ) throws -> Set<Destination.Medium> {
        try Set(
            contact.unanswered.filter { medium in
                guard let row = try contact.question(by: medium).flatMap({ try snapshot.alarm($0) }) else {
                    return false
                }
                return try snapshot.deliveries(of: row.key).contains { delivery in
                    delivery.order.destination == .contact(id, medium) && !delivery.state.isFinal
                        && delivery.attempts > 0 && !delivery.mayHaveArrived
                        && !delivery.went(toFormerAddressOf: contact)
                }
            }
        )
    }

    /// The contact of a link, the address to which the link went, and the name of the person who named the contact.
    package func contact(
        for token: Capability,
        in snapshot: any Snapshot
    ) throws -> (contact: SealedRecord<Contact>, medium: Destination.Medium, name: String)? {
        guard let contact = try record(Contact.self, token.document, in: snapshot),
            let medium = try medium(
                of: token,
                among: linkedAddresses(of: contact.body.details, owner: contact.owner),
                orUnbound: contact.body.unboundLinks
            )
        else { return nil }
        return (contact, medium, try nameForContacts(of: contact.owner, in: snapshot))
    }

    /// What is left of a link's contact who stopped letters and was removed since, the way back for the address to
    /// which the link went, and the name of the person who had named them.
    package func formerContact(
        for token: Capability,
        in snapshot: any Snapshot
    ) throws -> (contact: SealedRecord<FormerContact>, allow: Capability, isAboutAnybody: Bool, name: String)? {
        guard let former = try record(FormerContact.self, token.document, in: snapshot),
            let names = try former.body.addresses.first(where: { try isGenuine(token, at: $0) })?.refusals
                ?? unboundMedium(of: token, among: former.body.unboundLinks).flatMap(former.body.refusals),
            let way = try allowing(names, in: snapshot)
        else { return nil }
        return (former, way.link, way.isAboutAnybody, try nameForContacts(of: former.owner, in: snapshot))
    }

    /// The contact of a link in a letter to an address that was replaced since, and the address as far as it is known.
    package func replacedAddress(
        for token: Capability,
        in snapshot: any Snapshot
    ) throws -> (contact: SealedRecord<Contact>, address: LinkedAddress?)? {
        guard let contact = try record(Contact.self, token.document, in: snapshot) else { return nil }
        if let address = try contact.body.former.first(where: { try isGenuine(token, at: $0) }) {
            return (contact, address)
        }
        // A letter of an earlier version does not say to which address it went.
        let isEarlier = try unboundMedium(of: token, among: Set(Destination.Medium.allCases)) != nil
        return isEarlier && !contact.body.former.isEmpty ? (contact, nil) : nil
    }

    /// The medium of the address to which a link is bound, or by which an earlier version sent it bound to none; nil for
    /// one that this relay did not make for these.
    private func medium(
        of token: Capability,
        among addresses: [LinkedAddress],
        orUnbound media: Set<Destination.Medium>
    ) throws -> Destination.Medium? {
        try addresses.first { try isGenuine(token, at: $0) }?.medium ?? unboundMedium(of: token, among: media)
    }

    private func unboundMedium(
        of token: Capability,
        among media: Set<Destination.Medium>
    ) throws -> Destination.Medium? {
        try media.first { medium in try medium.purpose.map { try vault.isGenuine(token.serving($0)) } ?? false }
    }

    private func nameForContacts(of person: PersonID, in snapshot: any Snapshot) throws -> String {
        try record(CheckInRecord.self, DocumentID(of: person), in: snapshot)?.body.settings.name ?? ""
    }
}

extension Engine {
    /// Whether a contact was told of a deadline since which the person has given no sign of life, and which other
    /// contact has said already that they reached the person.
    package func openTelling(
        of contact: SealedRecord<Contact>,
        in snapshot: any Snapshot
    ) throws -> (isOpen: Bool, reachedBy: String?) {
        let watch = try record(CheckInRecord.self, DocumentID(of: contact.owner), in: snapshot)?.body
        let alarms = try ((watch?.told ?? []) + [watch?.alarm].compactMap(\.self)).compactMap { try snapshot.alarm($0) }
        let open = try alarms.map { try snapshot.deliveries(of: $0.key) }.filter { deliveries in
            deliveries.unresolvedAlerts.contains { $0.order.destination.contact == ContactID(contact.id) }
        }
        let deliveries = open.flatMap(\.self)
        guard let reached = watch?.reached(after: deliveries) else { return (!open.isEmpty, nil) }
        // Whoever said so was not told of it.
        let hears = deliveries.contains { delivery in
            delivery.order.stage == .reached && delivery.order.destination.contact == ContactID(contact.id)
                && delivery.createdAt >= reached.at
        }
        return (!open.isEmpty, hears ? reached.name : nil)
    }

    /// The link by which somebody who has stopped letters allows that they are asked again; nil where nothing is refused.
    package func allowing(
        _ contact: Contact,
        by medium: Destination.Medium,
        of owner: PersonID,
        in snapshot: any Snapshot
    ) throws -> Capability? {
        for scope in [Unsubscription.Scope.everybody, .person(owner)] {
            guard let name = try name(ofRefusalAt: contact.details, by: medium, scope),
                let refusal = try record(Unsubscription.self, name, in: snapshot), !refusal.body.isLifted
            else { continue }
            return try vault.capability(.allow, of: name)
        }
        return nil
    }
}
