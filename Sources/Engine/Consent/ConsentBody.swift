package import AlarmCore
package import AlarmWire
package import Storage

/// The stored form of what one person lets another do.
package struct ConsentBody: RecordBody, Hashable {
    package static let kind = Document.Kind.mute

    /// The person whose alarms the consent is about.
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

    /// The identifier of the document about what `receiver` lets `sender` do.
    package static func id(of receiver: PersonID, for sender: PersonID) -> DocumentID {
        DocumentID(uuidV5: "consent/\(sender)", in: receiver)
    }
}
