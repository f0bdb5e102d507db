package import AlarmCore
package import AlarmWire
package import Engine
package import Storage
import Wording

/// The stored form of a person's emergency card, sealed as a whole.
package struct EmergencyCardRecord: RecordBody, Hashable {
    package static let kind = Document.Kind.card

    /// The card as the person wrote it.
    package var card: EmergencyCard
    /// The time of the last change.
    package var changedAt: Instant

    package init(_ card: EmergencyCard, changedAt: Instant) {
        self.card = card
        self.changedAt = changedAt
    }

    package init(reading object: inout ObjectReader) throws(WireError) {
        card = try object.object("card")
        changedAt = try object.instant("changedAt")
    }

    package var json: JSONValue { .object(of: ["card": card.json, "changedAt": .instant(changedAt)]) }
}

/// What those who look for a person need to know.
extension CheckIns {
    /// Sets the person's emergency card; the next letter has the new one.
    ///
    /// - Throws: the problem `rate-limited`, or `conflict` for a device whose invite is not confirmed.
    package func setCard(_ card: EmergencyCard, by device: Device) throws -> EngineResponse {
        try tx.requireConfirmed(device.person)
        try countCard(of: device.person)
        let record = SealedRecord(
            id: DocumentID(of: device.person),
            owner: device.person,
            position: 0,
            body: EmergencyCardRecord(card, changedAt: now)
        )
        try tx.put(record)
        return EngineResponse(200, try engine.card(of: device.person, in: transaction))
    }

    /// Deletes the person's emergency card.
    ///
    /// - Throws: the problem `not-found` where there is none.
    package func removeCard(by device: Device) throws -> EngineResponse {
        let id = DocumentID(of: device.person)
        guard try transaction.document(EmergencyCardRecord.kind, id: id) != nil else { throw Problem(.notFound) }
        try tx.delete(EmergencyCardRecord.self, id)
        return EngineResponse(status: 204, body: [])
    }
}

extension Engine {
    /// A person's emergency card, and the contacts whose letters it goes with.
    ///
    /// - Throws: the problem `not-found` where there is none.
    package func card(of person: PersonID, in snapshot: any Snapshot) throws -> EmergencyCardView {
        guard let known = try record(EmergencyCardRecord.self, DocumentID(of: person), in: snapshot)?.body else {
            throw Problem(.notFound, detail: "there is no emergency card: set one first")
        }
        let readers = try records(Contact.self, of: person, in: snapshot).filter {
            try known.card.isInLetters && $0.isNamed && inForce($0, in: snapshot).isTold(by: .email)
        }
        return EmergencyCardView(
            card: known.card,
            changedAt: known.changedAt,
            recipients: readers.map(\.body.details.name),
            isWaiting: known.card.isInLetters && gateways.contactChannels.lack(of: .email) != nil,
            delay: known.card.isInLetters ? delays(by: [.email]).first : nil
        )
    }

    /// The card that goes with the letters about a missed check-in; nil where the person wants none there.
    func cardInLetters(of person: PersonID, in snapshot: any Snapshot) throws -> EmergencyCard? {
        let card = try record(EmergencyCardRecord.self, DocumentID(of: person), in: snapshot)?.body.card
        return card.flatMap { $0.isInLetters ? $0 : nil }
    }
}

extension CardLines {
    /// Takes over a card.
    init(_ card: EmergencyCard) {
        self.init(words: card.words, phone: card.phone, address: card.address, keyHolder: card.keyHolder)
    }
}
