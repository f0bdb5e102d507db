package import AlarmCore
package import AlarmWire
package import Storage

/// The content of a document of one kind: strict JSON, which the store sees only sealed.
package protocol RecordBody: WireMessage {
    /// The kind of the document.
    static var kind: Document.Kind { get }
}

/// A document as the engine works with it: its place in the store, and its opened content.
package struct SealedRecord<Body: RecordBody>: Sendable {
    /// The identifier, unique among documents of the kind.
    package var id: DocumentID
    /// The owner, with whom the document is deleted.
    package var owner: PersonID
    /// The circle that the document concerns besides its owner.
    package var circle: CircleID?
    /// The key by which lists are sorted, before the identifier; both are stored in clear.
    package var position: Int64
    /// The content.
    package var body: Body

    package init(id: DocumentID, owner: PersonID, circle: CircleID? = nil, position: Int64 = 0, body: Body) {
        self.id = id
        self.owner = owner
        self.circle = circle
        self.position = position
        self.body = body
    }

    /// The position in lists of its kind.
    package var place: DocumentPosition { DocumentPosition(position: position, id: id) }
}

extension SealedRecord: Equatable where Body: Equatable {}
extension SealedRecord: Hashable where Body: Hashable {}

/// An error for a document whose content this version of the relay cannot read: damaged, or written by a newer one.
package struct UnreadableRecord: Error, CustomStringConvertible {
    package let kind: Document.Kind
    package let id: DocumentID
    /// The fault, without any of the document's content.
    package let reason: String

    package init(kind: Document.Kind, id: DocumentID, reason: String) {
        self.kind = kind
        self.id = id
        self.reason = reason
    }

    package var description: String {
        "the \(kind.rawValue) document \(id) cannot be read (\(reason)): start the version that wrote it, or restore a backup"
    }
}
