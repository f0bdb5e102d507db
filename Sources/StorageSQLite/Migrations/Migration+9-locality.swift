extension Migration {
    /// Keeps what belongs together together, because every index with a random key costs an accepted alarm a page of the log.
    ///
    /// One index of a pair's alarms answers what four did; deliveries are found through their alarm, and so lie in the
    /// order in which they were made, as do the answers kept for repeats.
    static let locality = Migration(
        name: "9-locality",
        sql: """
            DROP INDEX alarm_sent;
            DROP INDEX alarm_received;
            DROP INDEX alarm_direction;
            DROP INDEX alarm_pair;
            CREATE INDEX alarm_of_pair ON alarm (pair, live, accepted_at, sender, change);

            CREATE TABLE ordered_delivery (
                number INTEGER PRIMARY KEY,
                alarm INTEGER NOT NULL REFERENCES alarm (key) ON DELETE CASCADE,
                id BLOB NOT NULL,
                device BLOB NOT NULL,
                stage TEXT NOT NULL,
                urgency TEXT NOT NULL,
                epoch INTEGER NOT NULL,
                revision INTEGER NOT NULL,
                due INTEGER NOT NULL,
                deadline INTEGER NOT NULL,
                is_late INTEGER NOT NULL,
                rung_offset INTEGER, -- null where no timed rung ordered it
                is_awaited INTEGER NOT NULL,
                pair BLOB NOT NULL,
                created_at INTEGER NOT NULL,
                state TEXT NOT NULL,
                not_before INTEGER NOT NULL,
                attempts INTEGER NOT NULL,
                lease_holder TEXT,
                lease_end INTEGER,
                reason TEXT,
                finished_at INTEGER,
                takeable_at INTEGER, -- from when on it may be leased; null once it is finished
                UNIQUE (alarm, id)
            ) STRICT;
            INSERT INTO ordered_delivery SELECT
                number, alarm, id, device, stage, urgency, epoch, revision, due, deadline, is_late, rung_offset, is_awaited,
                pair, created_at, state, not_before, attempts, lease_holder, lease_end, reason, finished_at, takeable_at
            FROM delivery;
            DROP TABLE delivery;
            ALTER TABLE ordered_delivery RENAME TO delivery;
            CREATE INDEX delivery_takeable ON delivery (takeable_at, number) WHERE takeable_at IS NOT NULL;

            CREATE TABLE ordered_replay (
                number INTEGER PRIMARY KEY,
                device BLOB NOT NULL,
                jti BLOB NOT NULL,
                digest BLOB NOT NULL,
                status INTEGER NOT NULL,
                body BLOB NOT NULL,
                expires_at INTEGER NOT NULL,
                UNIQUE (device, jti)
            ) STRICT;
            INSERT INTO ordered_replay (device, jti, digest, status, body, expires_at)
            SELECT device, jti, digest, status, body, expires_at FROM replay ORDER BY expires_at;
            DROP TABLE replay;
            ALTER TABLE ordered_replay RENAME TO replay;
            CREATE INDEX replay_expiry ON replay (expires_at);
            """
    )
}
