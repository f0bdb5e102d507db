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
        try session.first(documentByID, [kind, id], Document.init(reading:))
    }

    func documents(
        _ kind: Document.Kind,
        of owner: PersonID,
        after: DocumentPosition?,
        limit: Int
    ) throws -> [Document] {
        try session.all(documentsOfOwner, [owner, kind] + after.columns + [max(limit, 0)], Document.init(reading:))
    }

    func documents(
        _ kind: Document.Kind,
        in circle: CircleID,
        after: DocumentPosition?,
        limit: Int
    ) throws -> [Document] {
        try session.all(documentsInCircle, [circle, kind] + after.columns + [max(limit, 0)], Document.init(reading:))
    }

    func documents(
        _ kind: Document.Kind,
        in circle: CircleID,
        before: DocumentPosition?,
        limit: Int
    ) throws -> [Document] {
        guard let before else {
            return try session.all(lastDocumentsInCircle, [circle, kind, max(limit, 0)], Document.init(reading:))
        }
        return try session.all(
            documentsInCircleBefore,
            [circle, kind, before.position, before.id, max(limit, 0)],
            Document.init(reading:)
        )
    }

    func documents(
        _ kind: Document.Kind,
        before position: Int64,
        after: DocumentPosition?,
        limit: Int
    ) throws -> [Document] {
        guard let statement = oldest[kind] else { return [] }
        return try session.all(statement, [position] + after.columns + [max(limit, 0)], Document.init(reading:))
    }

    func documents(of owner: PersonID) throws -> [Document] {
        try session.all(allOfOwner, [owner], Document.init(reading:))
    }

    func circles(of person: PersonID) throws -> [CircleID] {
        try session.all(circlesOfPerson, [person]) { try $0.next() }
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
