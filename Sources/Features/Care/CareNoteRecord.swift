package import AlarmCore
package import AlarmWire

/// What one person has said about an alert, sealed for each of its readers, as the alert keeps it.
package struct CareNoteRecord: Hashable, WireMessage {
    /// How many people may say something about an alert: 10.
    package static let limit = 10

    /// Who.
    package var from: PersonID
    /// The words for each reader.
    package var sealed: [PersonID: SealedText]

    package init(from: PersonID, sealed: [PersonID: SealedText]) {
        self.from = from
        self.sealed = sealed
    }

    package init(reading object: inout ObjectReader) throws(WireError) {
        from = try object.identifier("from")
        sealed = try object.sealedNote("sealed")
    }

    package var json: JSONValue { .object(of: ["from": .identifier(from), "sealed": .sealedNote(sealed)]) }
}
