extension Migration {
    /// What the relay must remember about itself and its requests.
    static let relay = Migration(
        name: "5-relay",
        sql: """
            CREATE TABLE replay (
                device BLOB NOT NULL,
                jti BLOB NOT NULL,
                digest BLOB NOT NULL,
                status INTEGER NOT NULL,
                body BLOB NOT NULL,
                expires_at INTEGER NOT NULL,
                PRIMARY KEY (device, jti)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX replay_expiry ON replay (expires_at);

            CREATE TABLE value (
                key TEXT PRIMARY KEY NOT NULL,
                value BLOB NOT NULL
            ) STRICT, WITHOUT ROWID;

            -- The numbers given out last. Not the largest in use: a purge must not bring a number back.
            CREATE TABLE counters (
                only INTEGER PRIMARY KEY CHECK (only = 1),
                alarm INTEGER NOT NULL,
                change INTEGER NOT NULL
            ) STRICT;
            INSERT INTO counters VALUES (1, 0, 0);
            """
    )
}
