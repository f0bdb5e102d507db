import AlarmCore
import AlarmWire
package import Engine
import Storage

extension Contacts {
    /// Stores a contact and asks them at some of their addresses, in place of questions there that have not been sent.
    ///
    /// - Returns: the contact, with the question.
    /// - Throws: as ``requireAsking(_:by:of:isOwn:)`` does.
    func ask(
        _ contact: SealedRecord<Contact>,
        by media: [Destination.Medium],
        isOwn: Bool = false
    ) throws -> SealedRecord<Contact> {
        let (person, now) = (contact.owner, now)
        try requireAsking(contact.body.details, by: media, of: person, isOwn: isOwn)
        let question = engine.random.draw { AlarmID.timeOrdered(at: now, using: &$0) }
        var contact = contact
        contact.body.ask(by: media, in: question)
        try tx.put(contact)
        try tx.begin(
            PresetAlarm(
                id: question,
                kind: ContactConfirmationKind(),
                sender: person,
                receiver: person,
                circle: CircleID(own: person),
                due: now,
                subject: contact.id
            )
        )
        return contact
    }

    /// Checks that a person may be asked at these addresses, and counts it, so that nobody can spam strangers.
    ///
    /// Counted durably by person, by address and in all. Only questions and invitations are: what people have agreed
    /// to, an alert above all, is never held back for them.
    ///
    /// - Throws: the problems `conflict` for an address that refuses letters about the person, and for a person whose
    ///   device's invite is not confirmed; `rate-limited` after ``Limits/questionsPerHour``,
    ///   ``Limits/addressQuestionsPerHour``, ``Limits/allQuestionsPerHour`` and the like for a day.
    func requireAsking(
        _ details: ContactRequest,
        by media: [Destination.Medium],
        of person: PersonID,
        isOwn: Bool = false
    ) throws {
        try tx.requireConfirmed(person)
        for medium in media {
            guard try isRefused(details, medium, .person(person)) || isRefused(details, medium, .everybody) else {
                continue
            }
            throw Problem(
                .conflict,
                detail: isOwn
                    ? "you stopped warnings to this address: open the link to stop them in a message that came there, "
                        + "which leads to allowing that you are asked again, or give another address"
                    : "whoever is reached there wants no more letters, and cannot be asked again until they allow it: "
                        + "the link to stop them, in any letter that they had, leads to that. Talk to them, or take "
                        + "the address out",
                pointer: medium == .email ? "/email" : "/phone"
            )
        }
        try tx.count(
            media.count,
            as: "questions",
            under: "questions/\(person)",
            perHour: engine.limits.questionsPerHour,
            perDay: engine.limits.questionsPerDay
        ) { most, unit in
            Problem(.rateLimited, detail: "\(most) questions and invitations \(unit) are the most: wait a while")
        }
        for address in media.compactMap({ details.personalAddress(for: $0) }) {
            let hash = try engine.vault.lookup(Array(address.withoutTag.utf8), purpose: "questions")
            try tx.count(
                as: "address-questions",
                under: "questions-at/\(Base64URL.encode(Array(hash.prefix(16))))",
                perHour: engine.limits.addressQuestionsPerHour,
                perDay: engine.limits.addressQuestionsPerDay,
                tellingOf: .refused
            ) { most, unit in
                Problem(.rateLimited, detail: "\(most) questions and invitations \(unit) may go to one address: wait")
            }
        }
        try tx.count(
            media.count,
            as: "all-questions",
            under: "questions",
            perHour: engine.limits.allQuestionsPerHour,
            perDay: engine.limits.allQuestionsPerDay,
            tellingOf: .refused
        ) { most, unit in
            Problem(.rateLimited, detail: "this relay sends \(most) questions and invitations \(unit): wait a while")
        }
    }

    /// Records that a contact refuses letters about a person at all their addresses, or accepts them again at one.
    func note(
        _ answer: ContactView.ConsentState,
        by medium: Destination.Medium,
        of contact: Contact,
        owner: PersonID
    ) throws {
        for address in answer == .unsubscribed ? contact.asked : [medium] {
            if answer == .unsubscribed {
                try refuse(at: contact.details, by: address, .person(owner), owner: owner)
            } else if let name = try engine.name(ofRefusalAt: contact.details, by: address, .person(owner)) {
                try tx.delete(Unsubscription.self, name)
            }
        }
    }

    /// Stops letters about anybody to the address at which a link was received.
    ///
    /// - Returns: false where the link is no longer a contact's.
    package func stopAll(_ token: Capability) throws -> Bool {
        guard let found = try engine.contact(for: token, in: transaction) else { return false }
        let contact = found.contact.body
        let also = try contact.asked.compactMap {
            try engine.name(ofRefusalAt: contact.details, by: $0, .person(found.contact.owner))
        }
        // Nobody owns it: it stays when the person who named the contact is deleted.
        try refuse(at: contact.details, by: found.medium, .everybody, owner: Self.nobody, also: also)
        return try decide(token, .unsubscribed) != nil
    }

    /// Stops letters to an address that was replaced, by a link that went there.
    ///
    /// Those about the person who had given it, or about anybody; what comes to the new address is not touched.
    ///
    /// - Returns: false where the link is not one of a letter to such an address.
    package func stopReplaced(_ token: Capability, aboutAnybody: Bool) throws -> Bool {
        guard let found = try engine.replacedAddress(for: token, in: transaction),
            let address = found.address, let names = address.refusals
        else { return false }
        let owner = found.contact.owner
        if aboutAnybody {
            try refuse(names.everybody, owner: Self.nobody, also: [names.person])
        }
        try refuse(names.person, owner: owner)
        // Another contact of the person may have the address.
        for var other in try tx.records(Contact.self, of: owner)
        where other.circle == found.contact.circle && other.body.consent != .unsubscribed {
            let addresses = try engine.linkedAddresses(of: other.body.details, owner: owner)
            guard addresses.contains(where: { $0.name == address.name }) else { continue }
            other.body.take(.unsubscribed, by: address.medium, at: now)
            try put(other, .unsubscribed)
        }
        return true
    }

    /// Allows that whoever stopped letters is asked again; nobody is written to before they agree anew.
    ///
    /// - Returns: false where nothing is refused by this name any more.
    package func allow(_ token: Capability) throws -> Bool {
        guard token.purpose == .allow, try engine.vault.isGenuine(token),
            var refusal = try tx.record(Unsubscription.self, token.document)
        else { return false }
        if refusal.owner == Self.nobody {
            // Earlier agreements stay ended by it.
            refusal.body.isLifted = true
            for name in refusal.body.also { try tx.delete(Unsubscription.self, name) }
            refusal.body.also = []
            try tx.put(refusal)
        } else {
            try tx.delete(Unsubscription.self, token.document)
        }
        return true
    }

    /// The time from which an answer or a question counts at these addresses: now, and later than every refusal there.
    ///
    /// A refusal ends what is as old as it. Whoever answers within the same moment, or by a clock that was set back, has
    /// seen it all the same.
    func instant(afterRefusalsAt details: ContactRequest) throws -> Instant {
        let refusals = try [Destination.Medium.email, .sms].compactMap { medium in
            try engine.name(ofRefusalAt: details, by: medium, .everybody)
                .flatMap { try tx.record(Unsubscription.self, $0)?.body.at }
        }
        return max(now, refusals.max().map { $0 + .milliseconds(1) } ?? now)
    }

    /// The contacts of a person, other than this one, with one of its addresses: named twice, they are one reader.
    func twins(of contact: SealedRecord<Contact>) throws -> [SealedRecord<Contact>] {
        let addresses = Set(contact.body.asked.compactMap { contact.body.details.personalAddress(for: $0) })
        return try tx.records(Contact.self, of: contact.owner).filter { other in
            other.id != contact.id && other.circle == contact.circle
                && other.body.asked.contains { medium in
                    other.body.details.personalAddress(for: medium).map(addresses.contains) ?? false
                }
        }
    }

    /// The owner of refusals about anybody.
    private static let nobody = PersonID(high: 0, low: 0)

    private func refuse(
        at details: ContactRequest,
        by medium: Destination.Medium,
        _ scope: Unsubscription.Scope,
        owner: PersonID,
        also names: [DocumentID] = []
    ) throws {
        guard let name = try engine.name(ofRefusalAt: details, by: medium, scope) else { return }
        try refuse(name, owner: owner, also: names)
    }

    private func refuse(_ name: DocumentID, owner: PersonID, also names: [DocumentID] = []) throws {
        let former = try tx.record(Unsubscription.self, name)?.body.also ?? []
        let also = (former.filter { !names.contains($0) } + names).suffix(Unsubscription.alsoLimit)
        let refusal = Unsubscription(at: now, also: Array(also))
        try tx.put(SealedRecord(id: name, owner: owner, position: now.milliseconds, body: refusal))
    }

    private func isRefused(
        _ details: ContactRequest,
        _ medium: Destination.Medium,
        _ scope: Unsubscription.Scope
    ) throws -> Bool {
        guard let name = try engine.name(ofRefusalAt: details, by: medium, scope) else { return false }
        return try engine.isRefused(name, in: transaction)
    }
}

extension String {
    /// An e-mail address without a tag, as in `ana+news@example.org`, by which one mailbox has many addresses.
    fileprivate var withoutTag: String {
        guard let plus = firstIndex(of: "+"), let at = lastIndex(of: "@"), startIndex < plus, plus < at else {
            return self
        }
        return String(self[..<plus] + self[at...])
    }
}
