internal import AlarmCore
internal import Storage

private let putDocument = Statement(
    """
    INSERT INTO document (\(Document.columnNames)) VALUES (\(Document.columnNames.marks))
    ON CONFLICT (kind, id) DO UPDATE SET \(Document.columnNames.replacements)
    """
)
private let deleteOne = Statement("DELETE FROM document WHERE kind = $1 AND id = $2")
private let deleteAll = Statement("DELETE FROM document WHERE owner = $1")
private let deleteBefore = Statement("DELETE FROM document WHERE owner = $1 AND kind = $2 AND position < $3")
private let deleteButLast = Statement(
    """
    DELETE FROM document WHERE (kind, id) IN (
        SELECT kind, id FROM document WHERE owner = $1 AND kind = $2 ORDER BY position DESC, id DESC OFFSET $3
    )
    """
)
// The kind stands in the text, so that the index of the ages is used.
private let deleteOldest = Dictionary(
    uniqueKeysWithValues: Document.Kind.allCases.map { kind in
        (
            kind,
            Statement(
                """
                DELETE FROM document WHERE (kind, id) IN (
                    SELECT kind, id FROM document WHERE kind = '\(kind.rawValue)' AND position < $1
                    ORDER BY position, id LIMIT $2
                )
                """
            )
        )
    }
)

extension PostgresTransaction {
    func put(_ document: Document) throws {
        try session.run(putDocument, document.columns)
        rows.put(document)
    }

    func deleteDocument(_ kind: Document.Kind, id: DocumentID) throws {
        try session.run(deleteOne, [kind, id])
        rows.deleteDocument(kind, id)
    }

    func deleteDocuments(of owner: PersonID) throws {
        try session.run(deleteAll, [owner])
        rows.deleteDocuments(of: owner)
    }

    func deleteDocuments(_ kind: Document.Kind, of owner: PersonID, before position: Int64) throws {
        try session.run(deleteBefore, [owner, kind, position])
        rows.forgetDocuments(kind)
    }

    func deleteDocuments(_ kind: Document.Kind, of owner: PersonID, butLast count: Int) throws {
        try session.run(deleteButLast, [owner, kind, max(count, 0)])
        rows.forgetDocuments(kind)
    }

    func deleteOldest(_ kind: Document.Kind, before position: Int64, limit: Int) throws -> Int {
        guard let statement = StoragePostgres.deleteOldest[kind] else { return 0 }
        rows.forgetDocuments(kind)
        return try session.count(statement, [position, max(limit, 0)])
    }
}
