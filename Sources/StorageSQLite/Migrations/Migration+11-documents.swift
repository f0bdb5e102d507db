extension Migration {
    /// What people give the relay beyond devices, pairs and alarms.
    static let documents = Migration(
        name: "11-documents",
        sql: """
            CREATE TABLE document (
                number INTEGER PRIMARY KEY,
                kind TEXT NOT NULL,
                id BLOB NOT NULL,
                owner BLOB NOT NULL,
                circle BLOB, -- whom it concerns besides its owner
                position INTEGER NOT NULL,
                body BLOB NOT NULL, -- sealed
                UNIQUE (kind, id)
            ) STRICT;
            CREATE INDEX document_owner ON document (owner, kind, position, id, circle);
            CREATE INDEX document_circle ON document (circle, kind, position, id) WHERE circle IS NOT NULL;
            """
    )
}
