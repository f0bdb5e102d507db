extension Migration {
    /// Alarms, their records, and the one table from which they are woken.
    static let alarms = Migration(
        name: "3-alarms",
        sql: """
            CREATE TABLE alarm (
                key INTEGER PRIMARY KEY,
                id BLOB NOT NULL UNIQUE,
                preset TEXT NOT NULL,
                once_at INTEGER,     -- the schedule: this, or the three that follow
                rule TEXT,
                start TEXT,
                zone TEXT,
                ttl INTEGER NOT NULL,
                state TEXT NOT NULL,
                due INTEGER NOT NULL,
                base INTEGER NOT NULL,
                climbed INTEGER NOT NULL,
                revision INTEGER NOT NULL,
                epoch INTEGER NOT NULL,
                progress BLOB NOT NULL,
                last_end TEXT,
                message TEXT,
                sound TEXT NOT NULL,
                time_zone TEXT,
                first_time INTEGER,
                digest BLOB NOT NULL,
                reply TEXT,
                changed_at INTEGER NOT NULL,
                change INTEGER NOT NULL,
                live INTEGER NOT NULL, -- whether the state is not final; here for the indexes below
                pair BLOB NOT NULL,
                sender BLOB NOT NULL,
                receiver BLOB NOT NULL,
                accepted_at INTEGER NOT NULL,
                wake_at INTEGER      -- the wake set last, by which its row in `due` is found
            ) STRICT;
            -- Few, and each for several questions: every one costs an accepted alarm a page of the log.
            CREATE INDEX alarm_sent ON alarm (sender, change);
            CREATE INDEX alarm_received ON alarm (receiver, live, change);
            CREATE INDEX alarm_direction ON alarm (sender, live, receiver, accepted_at);
            CREATE INDEX alarm_pair ON alarm (pair, live);
            CREATE INDEX alarm_ended ON alarm (changed_at) WHERE live = 0;

            CREATE TABLE record (
                alarm INTEGER NOT NULL REFERENCES alarm (key) ON DELETE CASCADE,
                line INTEGER NOT NULL,
                at INTEGER NOT NULL,
                kind TEXT NOT NULL,
                device BLOB,
                PRIMARY KEY (alarm, line)
            ) STRICT, WITHOUT ROWID;

            -- Narrow, so that claiming reads neighbours and nothing else. No reference to the alarm: an index for it would
            -- double every write.
            CREATE TABLE due (
                at INTEGER NOT NULL,
                alarm INTEGER NOT NULL,
                PRIMARY KEY (at, alarm)
            ) STRICT, WITHOUT ROWID;
            """
    )
}
