extension Migration {
    /// Devices and the codes with which they register.
    static let devices = Migration(
        name: "1-devices",
        sql: """
            PRAGMA application_id = \(applicationID);

            CREATE TABLE device (
                number INTEGER PRIMARY KEY,
                id BLOB NOT NULL UNIQUE,
                person BLOB NOT NULL,
                platform TEXT NOT NULL,
                alarm_kit INTEGER NOT NULL,
                critical_alerts INTEGER NOT NULL,
                os TEXT NOT NULL,
                time_zone TEXT NOT NULL,
                locale TEXT NOT NULL,
                key_generation INTEGER NOT NULL,
                sealed_key BLOB NOT NULL,
                registration BLOB NOT NULL UNIQUE,
                token_sealed BLOB,
                token_environment TEXT,
                token_topic TEXT,
                token_registered_at INTEGER,
                since INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX device_of_person ON device (person, since, number);

            CREATE TABLE enrolment (
                lookup BLOB PRIMARY KEY NOT NULL,
                expires_at INTEGER NOT NULL,
                used_by BLOB
            ) STRICT, WITHOUT ROWID;
            """
    )
}
