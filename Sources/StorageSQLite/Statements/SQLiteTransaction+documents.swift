internal import AlarmCore
internal import Storage

private let insertDocument = "INSERT INTO document (\(Document.columnNames)) VALUES (\(Document.columnNames.marks))"
private let updateDocument = """
    UPDATE document SET (\(Document.columnNames)) = (\(Document.columnNames.marks)) WHERE kind = ? AND id = ?
    """
private let deleteOne = "DELETE FROM document WHERE kind = ? AND id = ?"
private let deleteAll = "DELETE FROM document WHERE owner = ?"
private let deleteBefore = "DELETE FROM document WHERE owner = ? AND kind = ? AND position < ?"
private let deleteButLast = """
    DELETE FROM document WHERE number IN (
        SELECT number FROM document WHERE owner = ? AND kind = ? ORDER BY position DESC, id DESC LIMIT -1 OFFSET ?
    )
    """

/// The kind stands in the text, so that the index of its age is used.
private func deleteOldestOf(_ kind: Document.Kind) -> String {
    """
    DELETE FROM document WHERE number IN (
        SELECT number FROM document WHERE kind = '\(kind.rawValue)' AND position < ? ORDER BY position, number LIMIT ?
    )
    """
}

extension SQLiteTransaction {
    func put(_ document: Document) throws {
        let replaced = try session.run(updateDocument, document.columns + [document.kind, document.id])
        guard replaced == 0 else { return }
        if document.kind.beginsSomething { try checkRoom() }
        try session.run(insertDocument, document.columns)
    }

    func deleteDocument(_ kind: Document.Kind, id: DocumentID) throws {
        try session.run(deleteOne, [kind, id])
    }

    func deleteDocuments(of owner: PersonID) throws {
        try session.run(deleteAll, [owner])
    }

    func deleteDocuments(_ kind: Document.Kind, of owner: PersonID, before position: Int64) throws {
        try session.run(deleteBefore, [owner, kind, position])
    }

    func deleteDocuments(_ kind: Document.Kind, of owner: PersonID, butLast count: Int) throws {
        try session.run(deleteButLast, [owner, kind, max(count, 0)])
    }

    func deleteOldest(_ kind: Document.Kind, before position: Int64, limit: Int) throws -> Int {
        try session.run(deleteOldestOf(kind), [position, max(limit, 0)])
    }
}
