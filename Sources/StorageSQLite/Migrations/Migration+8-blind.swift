extension Migration {
    /// When the relay was blind.
    static let blind = Migration(
        name: "8-blind",
        sql: """
            CREATE TABLE blind (
                number INTEGER PRIMARY KEY,
                from_at INTEGER NOT NULL,
                until_at INTEGER NOT NULL, -- before from_at where the clock was set back
                cause TEXT NOT NULL
            ) STRICT;
            """
    )
}
