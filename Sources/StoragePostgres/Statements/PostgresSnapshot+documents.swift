internal import AlarmCore
internal import Storage

private let documentByID = Statement("SELECT \(Document.columnNames) FROM document WHERE kind = $1 AND id = $2")
private let documentsOfOwner = Statement(
    """
    SELECT \(Document.columnNames) FROM document WHERE owner = $1 AND kind = $2 AND (position, id) > ($3, $4)
    ORDER BY position, id LIMIT $5
    """
)
private let documentsInCircle = Statement(
    """
    SELECT \(Document.columnNames) FROM document WHERE circle = $1 AND kind = $2 AND (position, id) > ($3, $4)
    ORDER BY position, id LIMIT $5
    """
)
private let documentsInCircleBefore = Statement(
    """
    SELECT \(Document.columnNames) FROM document WHERE circle = $1 AND kind = $2 AND (position, id) < ($3, $4)
    ORDER BY position DESC, id DESC LIMIT $5
    """
)
private let lastDocumentsInCircle = Statement(
    """
    SELECT \(Document.columnNames) FROM document WHERE circle = $1 AND kind = $2
    ORDER BY position DESC, id DESC LIMIT $3
    """
)
// The kind stands in the text, so that the index of the ages is used.
private let oldest = Dictionary(
    uniqueKeysWithValues: Document.Kind.allCases.map { kind in
        (
            kind,
            Statement(
                """
                SELECT \(Document.columnNames) FROM document
                WHERE kind = '\(kind.rawValue)' AND position < $1 AND (position, id) > ($2, $3)
                ORDER BY position, id LIMIT $4
                """
            )
        )
    }
)
private let allOfOwner = Statement(
    "SELECT \(Document.columnNames) FROM document WHERE owner = $1 ORDER BY kind, position, id"
)
private let circlesOfPerson = Statement(
    """
    SELECT circle FROM document WHERE owner = $1 AND kind = '\(Document.Kind.membership.rawValue)' AND circle IS NOT NULL
    ORDER BY position, id
    """
)

extension PostgresSnapshot {
    func document(_ kind: Document.Kind, id: DocumentID) throws -> Document? {
        if let known = rows.documents[kind]?[id] { return known }
        let found = try session.first(documentByID, [kind, id], Document.init(reading:))
        rows.documents[kind, default: [:]].updateValue(found, forKey: id)
        return found
    }

    func documents(
        _ kind: Document.Kind,
        of owner: PersonID,
        after: DocumentPosition?,
        limit: Int
    ) throws -> [Document] {
        if let known = rows.documents(kind, of: owner) { return known.page(after: after, limit: limit) }
        let found = try kept(documentsOfOwner, [owner, kind] + after.columns + [max(limit, 0)])
        if after == nil, limit == .max { rows.keep(found, kind, of: owner) }
        return found
    }

    func documents(
        _ kind: Document.Kind,
        in circle: CircleID,
        after: DocumentPosition?,
        limit: Int
    ) throws -> [Document] {
        if let known = rows.documents(kind, in: circle) { return known.page(after: after, limit: limit) }
        let found = try kept(documentsInCircle, [circle, kind] + after.columns + [max(limit, 0)])
        if after == nil, limit == .max { rows.keep(found, kind, in: circle) }
        return found
    }

    func documents(
        _ kind: Document.Kind,
        in circle: CircleID,
        before: DocumentPosition?,
        limit: Int
    ) throws -> [Document] {
        if let known = rows.documents(kind, in: circle) {
            let earlier = known.prefix { document in before.map { document.place < $0 } ?? true }
            return earlier.suffix(max(limit, 0)).reversed()
        }
        guard let before else { return try kept(lastDocumentsInCircle, [circle, kind, max(limit, 0)]) }
        return try kept(documentsInCircleBefore, [circle, kind, before.position, before.id, max(limit, 0)])
    }

    func documents(
        _ kind: Document.Kind,
        before position: Int64,
        after: DocumentPosition?,
        limit: Int
    ) throws -> [Document] {
        guard let statement = oldest[kind] else { return [] }
        return try kept(statement, [position] + after.columns + [max(limit, 0)])
    }

    func documents(of owner: PersonID) throws -> [Document] {
        try kept(allOfOwner, [owner])
    }

    func circles(of person: PersonID) throws -> [CircleID] {
        try session.all(circlesOfPerson, [person]) { try $0.next() }
    }

    /// Runs a query for documents, each of which is known afterwards.
    private func kept(_ statement: Statement, _ values: [any Column]) throws -> [Document] {
        let found = try session.all(statement, values, Document.init(reading:))
        for document in found { rows.keep(document) }
        return found
    }
}

extension [Document] {
    /// Those behind a place, `limit` at most, of documents in order of place.
    fileprivate func page(after: DocumentPosition?, limit: Int) -> [Document] {
        let later = drop { document in after.map { document.place <= $0 } ?? false }
        return Array(later.prefix(Swift.max(limit, 0)))
    }
}

extension DocumentPosition? {
    /// The values that a later document's columns exceed; without a place, lower than any.
    fileprivate var columns: [any Column] {
        map { [$0.position, $0.id] } ?? [Int64.min, DocumentID.lowest]
    }
}

extension Identifier {
    /// The identifier before all others, which nothing has: identifiers are random.
    static var lowest: Identifier { Identifier(high: 0, low: 0) }
}
