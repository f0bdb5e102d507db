extension Migration {
    /// Keeps the nodes that run on the database; the identifier is the text by which a node holds its leases.
    static let nodes = Migration(
        name: "7-nodes",
        sql: """
            CREATE TABLE node (
                id TEXT PRIMARY KEY NOT NULL,
                name TEXT NOT NULL,
                started_at INTEGER NOT NULL,
                heartbeat_at INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            """
    )
}
