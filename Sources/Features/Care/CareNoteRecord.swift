package import AlarmCore
package import AlarmWire
import Engine

/// The stored form of one person's note on an alert, sealed for each of its readers.
package struct CareNoteRecord: Hashable, WireMessage {
    /// The number of people who may leave a note on one alert: 10.
    package static let limit = 10

    /// The author.
    package var from: PersonID
    /// The note for each reader.
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
