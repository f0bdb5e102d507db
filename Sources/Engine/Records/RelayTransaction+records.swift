package import AlarmCore
import AlarmWire
package import Storage

extension RelayTransaction {
    /// The record with this identifier.
    package func record<Body: RecordBody>(
        _ type: Body.Type = Body.self,
        _ id: DocumentID
    ) throws -> SealedRecord<Body>? {
        try engine.record(type, id, in: transaction)
    }

    /// A person's records of one kind after position `after`, in order.
    package func records<Body: RecordBody>(
        _ type: Body.Type = Body.self,
        of owner: PersonID,
        after: DocumentPosition? = nil,
        limit: Int = .max
    ) throws -> [SealedRecord<Body>] {
        try engine.records(type, of: owner, after: after, limit: limit, in: transaction)
    }

    /// The records of one kind that concern a circle, after position `after`, in order.
    package func records<Body: RecordBody>(
        _ type: Body.Type = Body.self,
        concerning circle: CircleID,
        after: DocumentPosition? = nil,
        limit: Int = .max
    ) throws -> [SealedRecord<Body>] {
        try engine.records(type, concerning: circle, after: after, limit: limit, in: transaction)
    }

    /// Stores a record, sealed as a whole, or replaces the one of its kind with its identifier.
    package func put<Body: RecordBody>(_ record: SealedRecord<Body>) throws {
        let text = record.body.wire
        guard text.count <= Engine.recordLimits.bytes else {
            throw UnreadableRecord(
                kind: Body.kind,
                id: record.id,
                reason: "\(text.count) bytes would never be read again"
            )
        }
        try transaction.put(
            Document(
                kind: Body.kind,
                id: record.id,
                owner: record.owner,
                circle: record.circle,
                position: record.position,
                body: try engine.vault.seal(document: text, kind: Body.kind, id: record.id)
            )
        )
    }

    /// Deletes a record, if there is one.
    package func delete<Body: RecordBody>(_ type: Body.Type, _ id: DocumentID) throws {
        try transaction.deleteDocument(Body.kind, id: id)
    }
}
