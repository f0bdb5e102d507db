package import AlarmCore
package import AlarmWire
package import Storage

extension Engine {
    /// The largest size of a record; a long alert history fits.
    package static let recordLimits = JSONLimits(bytes: 256 << 10)

    /// The record with this identifier, as `snapshot` has it.
    package func record<Body: RecordBody>(
        _ type: Body.Type = Body.self,
        _ id: DocumentID,
        in snapshot: any Snapshot
    ) throws -> SealedRecord<Body>? {
        try snapshot.document(Body.kind, id: id).map { try open($0) }
    }

    /// A person's records of one kind after position `after`, in order.
    package func records<Body: RecordBody>(
        _ type: Body.Type = Body.self,
        of owner: PersonID,
        after: DocumentPosition? = nil,
        limit: Int = .max,
        in snapshot: any Snapshot
    ) throws -> [SealedRecord<Body>] {
        try snapshot.documents(Body.kind, of: owner, after: after, limit: limit).map { try open($0) }
    }

    /// The records of one kind that concern a circle, after position `after`, in order.
    package func records<Body: RecordBody>(
        _ type: Body.Type = Body.self,
        concerning circle: CircleID,
        after: DocumentPosition? = nil,
        limit: Int = .max,
        in snapshot: any Snapshot
    ) throws -> [SealedRecord<Body>] {
        try snapshot.documents(Body.kind, in: circle, after: after, limit: limit).map { try open($0) }
    }

    /// The records of one kind that concern a circle, before position `before`, in reverse order.
    package func records<Body: RecordBody>(
        _ type: Body.Type = Body.self,
        concerning circle: CircleID,
        before: DocumentPosition?,
        limit: Int,
        in snapshot: any Snapshot
    ) throws -> [SealedRecord<Body>] {
        try snapshot.documents(Body.kind, in: circle, before: before, limit: limit).map { try open($0) }
    }

    /// Opens a document.
    ///
    /// - Throws: ``UnreadableRecord``, or the keyring's error where it has no key for the document.
    package func open<Body: RecordBody>(_ document: Document) throws -> SealedRecord<Body> {
        let text = try vault.openDocument(document)
        let body: Body
        do {
            body = try Body(wire: text, limits: Self.recordLimits)
        } catch {
            throw UnreadableRecord(kind: document.kind, id: document.id, reason: "\(error)")
        }
        return SealedRecord(
            id: document.id,
            owner: document.owner,
            circle: document.circle,
            position: document.position,
            body: body
        )
    }
}
