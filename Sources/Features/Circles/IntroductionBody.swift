package import AlarmCore
package import AlarmWire
import Engine
package import Storage

/// The stored form of an introduction, sealed by one member of a circle for another; the relay cannot open it.
package struct IntroductionBody: RecordBody, Hashable {
    package static let kind = Document.Kind.introduction

    /// The member who introduces.
    package var from: PersonID
    /// The sealed names.
    package var box: SealedText

    package init(from: PersonID, box: SealedText) {
        self.from = from
        self.box = box
    }

    package init(reading object: inout ObjectReader) throws(WireError) {
        from = try object.identifier("from")
        box = try object.sealed("box", limit: SealedText.parcelLimit)
    }

    package var json: JSONValue { .object(of: ["from": .identifier(from), "box": .sealed(box)]) }

    /// The identifier of the introduction by `from` to `to`, derived from the two and the circle.
    package static func id(from: PersonID, to: PersonID, in circle: CircleID) -> DocumentID {
        DocumentID(uuidV5: "introduction/\(from)/\(to)", in: circle)
    }
}
