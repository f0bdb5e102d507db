package import AlarmCore
package import AlarmWire
package import Storage

/// What somebody lets somebody else do, as it is kept.
package struct ConsentBody: RecordBody, Hashable {
    package static let kind = Document.Kind.mute

    /// Whom it concerns.
    package var sender: PersonID
    package var consent: Consent

    package init(sender: PersonID, consent: Consent) {
        self.sender = sender
        self.consent = consent
    }

    package init(reading object: inout ObjectReader) throws(WireError) {
        sender = try object.identifier("sender")
        consent = try object.object("consent", as: ConsentMessage.self).consent
    }

    package var json: JSONValue {
        .object(of: ["sender": .identifier(sender), "consent": ConsentMessage(consent).json])
    }

    /// The name of the document about what `receiver` lets `sender` do.
    package static func id(of receiver: PersonID, for sender: PersonID) -> DocumentID {
        DocumentID(uuidV5: "consent/\(sender)", in: receiver)
    }
}

extension Engine {
    /// What a person lets another do.
    package func consent(
        of receiver: PersonID,
        for sender: PersonID,
        in snapshot: any Snapshot
    ) throws -> Consent {
        let id = ConsentBody.id(of: receiver, for: sender)
        return try record(ConsentBody.self, id, in: snapshot)?.body.consent ?? Consent()
    }

    /// Why `sender` may not ring `receiver` at `instant`; nil where they may.
    ///
    /// Hours are those of the zone that the receiver's newest device has named.
    package func refusal(
        by receiver: PersonID,
        of sender: PersonID,
        at instant: Instant,
        in snapshot: any Snapshot
    ) throws -> ConsentRules.Refusal? {
        guard sender != receiver else { return nil }
        let consent = try consent(of: receiver, for: sender, in: snapshot)
        guard !consent.isUsual else { return nil }
        let zone = try snapshot.devices(of: receiver).last.flatMap { zones.rules(for: $0.timeZone) } ?? .utc
        return ConsentRules.refusal(of: consent, at: instant, in: zone)
    }

    /// What a device's person lets somebody do, named as a person or as the pair with them.
    ///
    /// - Throws: the problem `not-found` for who shares no pair and no circle with the caller.
    package func consent(
        for sender: CircleID,
        of device: Device,
        in snapshot: any Snapshot
    ) throws -> ConsentMessage {
        let sender = try peer(sender, of: device.person, in: snapshot)
        return ConsentMessage(try consent(of: device.person, for: sender, in: snapshot))
    }

    /// Whom a name means: the partner of a pair, or somebody in a circle with the person.
    func peer(_ name: CircleID, of person: PersonID, in snapshot: any Snapshot) throws -> PersonID {
        if let pair = try snapshot.pair(name), pair.isActive, let partner = pair.partner(of: person) { return partner }
        let named = PersonID(high: name.high, low: name.low)
        guard named != person,
            try snapshot.circles(of: person).contains(where: { try snapshot.isMember(named, of: $0) })
        else { throw Problem(.notFound) }
        return named
    }
}
