package import AlarmCore
package import AlarmWire
package import Storage

/// Who is who in a circle, sealed by one of its people for another, as it is kept; the relay cannot open it.
package struct IntroductionBody: RecordBody, Hashable {
    package static let kind = Document.Kind.introduction

    /// Who introduces.
    package var from: PersonID
    /// What is sealed.
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

    /// The name of the document that says to `to` what `from` knows: the same for the same two.
    package static func id(from: PersonID, to: PersonID, in circle: CircleID) -> DocumentID {
        DocumentID(uuidV5: "introduction/\(from)/\(to)", in: circle)
    }
}
