internal import AlarmCore
internal import Storage

private let documentByID = "SELECT \(Document.columnNames) FROM document WHERE kind = ? AND id = ?"
private let documentsOfOwner = """
    SELECT \(Document.columnNames) FROM document WHERE owner = ? AND kind = ? AND (position, id) > (?, ?)
    ORDER BY position, id LIMIT ?
    """
private let documentsInCircle = """
    SELECT \(Document.columnNames) FROM document WHERE circle = ? AND kind = ? AND (position, id) > (?, ?)
    ORDER BY position, id LIMIT ?
    """
private let documentsInCircleBefore = """
    SELECT \(Document.columnNames) FROM document WHERE circle = ? AND kind = ? AND (position, id) < (?, ?)
    ORDER BY position DESC, id DESC LIMIT ?
    """
private let lastDocumentsInCircle = """
    SELECT \(Document.columnNames) FROM document WHERE circle = ? AND kind = ? ORDER BY position DESC, id DESC LIMIT ?
    """
/// The kind stands in the text, so that the index of its age is used.
private func oldestOf(_ kind: Document.Kind) -> String {
    """
    SELECT \(Document.columnNames) FROM document
    WHERE kind = '\(kind.rawValue)' AND position < ? AND (position, id) > (?, ?) ORDER BY position, id LIMIT ?
    """
}
private let allOfOwner = "SELECT \(Document.columnNames) FROM document WHERE owner = ? ORDER BY kind, position, id"
private let circlesOfPerson = """
    SELECT circle FROM document WHERE owner = ? AND kind = ? AND circle IS NOT NULL ORDER BY position, id
    """

extension SQLiteSnapshot {
    func document(_ kind: Document.Kind, id: DocumentID) throws -> Document? {
        try session.first(documentByID, [kind, id], Document.init(reading:))
    }

    func documents(
        _ kind: Document.Kind,
        of owner: PersonID,
        after: DocumentPosition?,
        limit: Int
    ) throws -> [Document] {
        try session.all(
            documentsOfOwner,
            [owner, kind] + after.columns + [max(limit, 0)],
            Document.init(reading:)
        )
    }

    func documents(
        _ kind: Document.Kind,
        in circle: CircleID,
        after: DocumentPosition?,
        limit: Int
    ) throws -> [Document] {
        try session.all(
            documentsInCircle,
            [circle, kind] + after.columns + [max(limit, 0)],
            Document.init(reading:)
        )
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
        try session.all(
            oldestOf(kind),
            [position] + after.columns + [max(limit, 0)],
            Document.init(reading:)
        )
    }

    func documents(of owner: PersonID) throws -> [Document] {
        try session.all(allOfOwner, [owner], Document.init(reading:))
    }

    func circles(of person: PersonID) throws -> [CircleID] {
        try session.all(circlesOfPerson, [person, Document.Kind.membership]) { try $0.next() }
    }
}

extension DocumentPosition? {
    /// The values that a later document's columns exceed; without a place, lower than any: no identifier is empty.
    fileprivate var columns: [any Column] {
        map { [$0.position, $0.id] } ?? [Int64.min, [UInt8]()]
    }
}
