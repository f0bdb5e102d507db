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
    /// When the introducing member left the circle; nil while they are in it.
    package var left: Instant?

    package init(from: PersonID, box: SealedText, left: Instant? = nil) {
        self.from = from
        self.box = box
        self.left = left
    }

    package init(reading object: inout ObjectReader) throws(WireError) {
        from = try object.identifier("from")
        box = try object.sealed("box", limit: SealedText.parcelLimit)
        left = try object.optionalInstant("left")
    }

    package var json: JSONValue {
        .object(of: ["from": .identifier(from), "box": .sealed(box), "left": left.map(JSONValue.instant)])
    }

    /// The identifier of the introduction by `from` to `to`, derived from the two and the circle.
    package static func id(from: PersonID, to: PersonID, in circle: CircleID) -> DocumentID {
        DocumentID(uuidV5: "introduction/\(from)/\(to)", in: circle)
    }
}
