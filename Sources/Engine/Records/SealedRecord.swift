package import AlarmCore
package import AlarmWire
package import Storage

/// What a document of one kind says: strict JSON, of which the store sees nothing.
package protocol RecordBody: WireMessage {
    /// The kind of document that says it.
    static var kind: Document.Kind { get }
}

/// A document as the engine works with it: where the store keeps it, and what it says, opened.
package struct SealedRecord<Body: RecordBody>: Sendable {
    /// Its name, unique among those of its kind.
    package var id: DocumentID
    /// Who gave it: it goes with them.
    package var owner: PersonID
    /// Whom it concerns besides its owner.
    package var circle: CircleID?
    /// What lists sort by, before the name; in clear, as are the names.
    package var position: Int64
    /// What it says.
    package var body: Body

    package init(id: DocumentID, owner: PersonID, circle: CircleID? = nil, position: Int64 = 0, body: Body) {
        self.id = id
        self.owner = owner
        self.circle = circle
        self.position = position
        self.body = body
    }

    /// Where lists of its kind put it.
    package var place: DocumentPosition { DocumentPosition(position: position, id: id) }
}

extension SealedRecord: Equatable where Body: Equatable {}
extension SealedRecord: Hashable where Body: Hashable {}

/// A document does not say what this version of the relay can read: it was damaged, or written by a newer one.
package struct UnreadableRecord: Error, CustomStringConvertible {
    package let kind: Document.Kind
    package let id: DocumentID
    /// What is wrong with it; none of its words.
    package let reason: String

    package var description: String {
        "the \(kind.rawValue) document \(id) cannot be read (\(reason)): start the version that wrote it, or restore a backup"
    }
}
