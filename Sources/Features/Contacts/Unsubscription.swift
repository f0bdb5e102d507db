package import AlarmCore
package import AlarmWire
import Delivery
package import Storage

/// That whoever has an address wants no letters about a person; named by a keyed hash of both, so that it tells neither.
package struct Refusal: RecordBody, Hashable {
    package static let kind = Document.Kind.refusal

    /// When they said so.
    package var at: Instant

    package init(at: Instant) {
        self.at = at
    }

    package init(reading object: inout ObjectReader) throws(WireError) {
        at = try object.instant("at")
    }

    package var json: JSONValue { .object(of: ["at": .instant(at)]) }
}

extension Work {
    /// Checks that somebody may be asked at these addresses, and counts it: the relay is no way to write to strangers.
    ///
    /// - Throws: the problems `conflict` for who wants no more letters about the person, `rate-limited` after
    ///   ``Limits/questionsPerHour``.
    func requireAsking(_ details: ContactRequest, by media: [Destination.Medium], of person: PersonID) throws {
        for medium in media {
            guard let name = try name(ofRefusalAt: details, medium, person), try record(Refusal.self, name) != nil
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
        let key = "questions/\(person)"
        var window = ChangeWindow(try transaction.value(key), at: now)
        window.count += media.count
        guard window.count <= engine.limits.questionsPerHour else {
            let most = engine.limits.questionsPerHour
            throw Problem(.rateLimited, detail: "\(most) questions and invitations an hour are the most: wait a while")
        }
        try transaction.setValue(window.bytes, for: key, until: window.end)
    }

    /// Keeps that somebody wants no letters about a person at any of their addresses; or at one of them wants them again.
    func note(
        _ answer: ContactView.Consent,
        by medium: Destination.Medium,
        of contact: Contact,
        owner: PersonID
    ) throws {
        for address in answer == .unsubscribed ? contact.asked : [medium] {
            guard let name = try name(ofRefusalAt: contact.details, address, owner) else { continue }
            if answer == .unsubscribed {
                try put(SealedRecord(id: name, owner: owner, position: now.milliseconds, body: Refusal(at: now)))
            } else {
                try delete(Refusal.self, name)
            }
        }
    }

    private func name(
        ofRefusalAt details: ContactRequest,
        _ medium: Destination.Medium,
        _ person: PersonID
    ) throws -> DocumentID? {
        let address =
            switch medium {
            case .email: details.email?.lowercased()
            case .sms: details.phone.flatMap { PhoneNumber($0)?.text }
            case .webhook: String?.none
            }
        guard let address else { return nil }
        let hash = try engine.vault.lookup(Array("\(person) \(address)".utf8), purpose: "refusal")
        return DocumentID(bytes: hash.prefix(16))
    }
}
