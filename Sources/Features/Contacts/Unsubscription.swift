package import AlarmCore
package import AlarmWire
import Delivery
import Engine
package import Storage

/// A refusal of all letters about a person at one address, named by a keyed hash of both so that it reveals neither.
package struct Unsubscription: RecordBody, Hashable {
    package static let kind = Document.Kind.refusal

    /// The time of the refusal.
    package var at: Instant

    package init(at: Instant) {
        self.at = at
    }

    package init(reading object: inout ObjectReader) throws(WireError) {
        at = try object.instant("at")
    }

    package var json: JSONValue { .object(of: ["at": .instant(at)]) }
}

extension Contacts {
    /// Checks that a person may be asked at these addresses, and counts it, so that nobody can spam strangers.
    ///
    /// Counted durably by person, by address and in all. Only questions and invitations are: what people have agreed
    /// to, an alert above all, is never held back for them.
    ///
    /// - Throws: the problems `conflict` for an address that refuses letters about the person, and for a person whose
    ///   device's invite is not confirmed; `rate-limited` after ``Limits/questionsPerHour``,
    ///   ``Limits/addressQuestionsPerHour``, ``Limits/allQuestionsPerHour`` and the like for a day.
    func requireAsking(_ details: ContactRequest, by media: [Destination.Medium], of person: PersonID) throws {
        try tx.requireConfirmed(person)
        for medium in media {
            guard let name = try name(ofRefusalAt: details, medium, person),
                try tx.record(Unsubscription.self, name) != nil
            else {
                continue
            }
            throw Problem(
                .conflict,
                detail:
                    "whoever is reached there wants no more letters about you: take the address out, or talk to them",
                pointer: medium == .email ? "/email" : "/phone"
            )
        }
        let most = engine.limits.questionsPerHour
        try transaction.count(
            media.count,
            under: "questions/\(person)",
            limit: most,
            at: now,
            refusal: Problem(
                .rateLimited,
                detail: "\(most) questions and invitations an hour are the most: wait a while"
            )
        )
        for address in media.compactMap({ address(of: details, $0) }) {
            let hash = try engine.vault.lookup(Array(address.withoutTag.utf8), purpose: "questions")
            try transaction.count(
                under: "questions-at/\(Base64URL.encode(Array(hash.prefix(16))))",
                perHour: engine.limits.addressQuestionsPerHour,
                perDay: engine.limits.addressQuestionsPerDay,
                at: now
            ) { most, unit in
                Problem(.rateLimited, detail: "\(most) questions and invitations \(unit) may go to one address: wait")
            }
        }
        try transaction.count(
            media.count,
            under: "questions",
            perHour: engine.limits.allQuestionsPerHour,
            perDay: engine.limits.allQuestionsPerDay,
            at: now
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
            guard let name = try name(ofRefusalAt: contact.details, address, owner) else { continue }
            if answer == .unsubscribed {
                try tx.put(
                    SealedRecord(id: name, owner: owner, position: now.milliseconds, body: Unsubscription(at: now))
                )
            } else {
                try tx.delete(Unsubscription.self, name)
            }
        }
    }

    private func name(
        ofRefusalAt details: ContactRequest,
        _ medium: Destination.Medium,
        _ person: PersonID
    ) throws -> DocumentID? {
        guard let address = address(of: details, medium) else { return nil }
        let hash = try engine.vault.lookup(Array("\(person) \(address)".utf8), purpose: "refusal")
        return DocumentID(bytes: hash.prefix(16))
    }

    private func address(of details: ContactRequest, _ medium: Destination.Medium) -> String? {
        switch medium {
        case .email: details.email?.lowercased()
        case .sms: details.phone.flatMap { PhoneNumber($0)?.text }
        case .webhook: nil
        }
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
