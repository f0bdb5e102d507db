extension Migration {
    /// The outbox.
    static let deliveries = Migration(
        name: "4-deliveries",
        sql: """
            CREATE TABLE delivery (
                number INTEGER PRIMARY KEY,
                id BLOB NOT NULL UNIQUE,
                device BLOB NOT NULL,
                stage TEXT NOT NULL,
                urgency TEXT NOT NULL,
                epoch INTEGER NOT NULL,
                revision INTEGER NOT NULL,
                due INTEGER NOT NULL,
                deadline INTEGER NOT NULL,
                is_late INTEGER NOT NULL,
                alarm INTEGER NOT NULL REFERENCES alarm (key) ON DELETE CASCADE,
                pair BLOB NOT NULL,
                created_at INTEGER NOT NULL,
                state TEXT NOT NULL,
                not_before INTEGER NOT NULL,
                attempts INTEGER NOT NULL,
                lease_holder TEXT,
                lease_end INTEGER,
                reason TEXT,
                finished_at INTEGER,
                takeable_at INTEGER -- from when on it may be leased; null once it is finished
            ) STRICT;
            CREATE INDEX delivery_alarm ON delivery (alarm, created_at);
            CREATE INDEX delivery_takeable ON delivery (takeable_at, number) WHERE takeable_at IS NOT NULL;
            """
    )
}
