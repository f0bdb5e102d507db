extension Migration {
    /// The schema of the first release.
    static let schema = Migration(
        name: "1-schema",
        sql: [mark, people, pairing, documents, alarms, deliveries, relay].joined(separator: "\n")
    )

    private static let mark = "PRAGMA application_id = \(applicationID);"

    /// Devices, and the codes with which they register.
    private static let people = """
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
            address_sealed BLOB,
            address_registered_at INTEGER,
            since INTEGER NOT NULL,
            unanswered INTEGER NOT NULL DEFAULT 0 -- alarms in a row that rang for it without a word from it
        ) STRICT;
        CREATE INDEX device_of_person ON device (person, since, number);

        CREATE TABLE enrolment (
            lookup BLOB PRIMARY KEY NOT NULL,
            expires_at INTEGER NOT NULL,
            used_by BLOB
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX enrolment_expiry ON enrolment (expires_at);
        """

    /// Invites, the pairs that they become, and the pairs' two edges.
    private static let pairing = """
        CREATE TABLE invite (
            number INTEGER PRIMARY KEY,
            id BLOB NOT NULL UNIQUE,
            locator TEXT NOT NULL,
            purpose TEXT NOT NULL,
            circle BLOB, -- the circle that the claimer joins, and as what; null for a new pair
            role TEXT,
            inviter BLOB NOT NULL,
            verifier BLOB NOT NULL,
            hello TEXT NOT NULL,
            expires_at INTEGER NOT NULL,
            state TEXT NOT NULL,
            live INTEGER NOT NULL, -- whether the state can still become a pair; here for the index below
            wrong_claims INTEGER NOT NULL,
            claimer BLOB,
            answer_key TEXT,
            answer_box TEXT,
            confirm_box TEXT,
            pair BLOB,
            parcels TEXT -- what one device of a person hands over to another
        ) STRICT;
        CREATE INDEX invite_locator ON invite (locator, number);
        CREATE INDEX invite_live ON invite (inviter, expires_at) WHERE live = 1;
        CREATE INDEX invite_expiry ON invite (expires_at);
        -- Every invite of a device, live or not, so that it goes with a person who deletes all.
        CREATE INDEX invite_inviter ON invite (inviter);
        CREATE INDEX invite_claimer ON invite (claimer) WHERE claimer IS NOT NULL;

        CREATE TABLE pair (
            number INTEGER PRIMARY KEY,
            id BLOB NOT NULL UNIQUE,
            inviter_person BLOB NOT NULL,
            inviter_device BLOB NOT NULL,
            claimer_person BLOB NOT NULL,
            claimer_device BLOB NOT NULL,
            since INTEGER NOT NULL,
            revoked_at INTEGER
        ) STRICT;
        CREATE INDEX pair_inviter ON pair (inviter_person);
        CREATE INDEX pair_claimer ON pair (claimer_person);

        CREATE TABLE edge (
            token_hash BLOB PRIMARY KEY NOT NULL,
            pair BLOB NOT NULL REFERENCES pair (id),
            from_person BLOB NOT NULL,
            to_person BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX edge_pair ON edge (pair);
        """

    /// What people give the relay beyond devices, pairs and alarms: circles, reminders, contacts and so on, sealed.
    private static let documents = """
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

    /// Alarms, their records, and the one table from which they are woken.
    ///
    /// Indexes are few, and each answers several questions: one with a random key costs an accepted alarm a page of the log.
    private static let alarms = """
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
            circle BLOB NOT NULL,
            sender BLOB NOT NULL,
            receiver BLOB NOT NULL,
            accepted_at INTEGER NOT NULL,
            subject BLOB,        -- the document that the alarm is about
            wake_at INTEGER      -- the wake set last, by which its row in `due` is found
        ) STRICT;
        CREATE INDEX alarm_of_pair ON alarm (circle, live, accepted_at, sender, change);
        CREATE INDEX alarm_ended ON alarm (changed_at) WHERE live = 0;

        -- In which circles that are no pairs somebody has had an alarm, so that a person's alarms are found by their
        -- circles. A row outlives its membership: who left a circle is still told that its alarms were cancelled.
        CREATE TABLE participant (
            person BLOB NOT NULL,
            circle BLOB NOT NULL,
            PRIMARY KEY (person, circle)
        ) STRICT, WITHOUT ROWID;

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

    /// The outbox; found through its alarm, so that rows lie in the order in which they were made.
    private static let deliveries = """
        CREATE TABLE delivery (
            number INTEGER PRIMARY KEY,
            alarm INTEGER NOT NULL REFERENCES alarm (key) ON DELETE CASCADE,
            id BLOB NOT NULL,
            destination BLOB NOT NULL,
            medium TEXT,         -- null where the destination is a device
            stage TEXT NOT NULL,
            urgency TEXT NOT NULL,
            epoch INTEGER NOT NULL,
            revision INTEGER NOT NULL,
            due INTEGER NOT NULL,
            deadline INTEGER NOT NULL,
            is_late INTEGER NOT NULL,
            rung_offset INTEGER, -- null where no timed step ordered it
            is_awaited INTEGER NOT NULL,
            circle BLOB NOT NULL,
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
        CREATE INDEX delivery_takeable ON delivery (takeable_at, number) WHERE takeable_at IS NOT NULL;
        """

    /// What the relay must remember about itself and its requests.
    private static let relay = """
        CREATE TABLE replay (
            number INTEGER PRIMARY KEY,
            device BLOB NOT NULL,
            jti BLOB NOT NULL,
            digest BLOB NOT NULL,
            status INTEGER NOT NULL,
            body BLOB NOT NULL,
            expires_at INTEGER NOT NULL,
            UNIQUE (device, jti)
        ) STRICT;
        CREATE INDEX replay_expiry ON replay (expires_at);

        CREATE TABLE value (
            key TEXT PRIMARY KEY NOT NULL,
            value BLOB NOT NULL,
            expires_at INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX value_expiry ON value (expires_at) WHERE expires_at IS NOT NULL;

        -- When the relay was not there to be asked or to send.
        CREATE TABLE blind (
            number INTEGER PRIMARY KEY,
            from_at INTEGER NOT NULL,
            until_at INTEGER NOT NULL, -- before from_at where the clock was set back
            cause TEXT NOT NULL
        ) STRICT;

        -- The numbers given out last. Not the largest in use: a purge must not bring a number back.
        CREATE TABLE counters (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            alarm INTEGER NOT NULL,
            change INTEGER NOT NULL
        ) STRICT;
        INSERT INTO counters VALUES (1, 0, 0);
        """
}
