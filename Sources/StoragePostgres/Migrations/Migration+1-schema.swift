extension Migration {
    /// The schema of the first release with PostgreSQL.
    ///
    /// There are no foreign keys: what belongs to an alarm is inserted only where the same transaction has found the alarm,
    /// and deleted with it; transactions are serialisable. Tables that change often are vacuumed when a hundredth of them has changed. Each
    /// time the server reads their indexes as a whole; claims do not wait for it, as they begin at a ``Watermark``.
    static let schema = Migration(
        name: "1-schema",
        isAdditive: false,
        sql: [people, pairing, documents, alarms, deliveries, relay].joined(separator: "\n")
    )

    /// The number of alarm keys that a connection takes at a time.
    static let alarmKeysInBlock: Int64 = 128

    private static let busy = """
        WITH (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 5000,
            autovacuum_analyze_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0)
        """

    /// The floor of a queue: a sequence, as that is read and raised outside of snapshots.
    private static func floor(of queue: DueQueue) -> String {
        "CREATE SEQUENCE \(queue.floorName) MINVALUE \(Int64.min);"
    }

    /// Devices, and the codes with which they register.
    private static let people = """
        CREATE TABLE device (
            number bigint GENERATED ALWAYS AS IDENTITY,
            id uuid PRIMARY KEY,
            person uuid NOT NULL,
            platform text NOT NULL,
            alarm_kit boolean NOT NULL,
            critical_alerts boolean NOT NULL,
            os text NOT NULL,
            time_zone text NOT NULL,
            locale text NOT NULL,
            key_generation bigint NOT NULL,
            sealed_key bytea NOT NULL,
            registration bytea NOT NULL UNIQUE,
            address_sealed bytea,
            address_registered_at bigint,
            since bigint NOT NULL,
            unanswered bigint NOT NULL DEFAULT 0 -- alarms in a row that rang for it without a word from it
        );
        CREATE INDEX device_of_person ON device (person, since, number);

        CREATE TABLE enrolment (
            lookup bytea PRIMARY KEY,
            expires_at bigint NOT NULL,
            used_by uuid
        );
        CREATE INDEX enrolment_expiry ON enrolment (expires_at);
        """

    /// Invites, the pairs that they become, and the pairs' two edges.
    private static let pairing = """
        CREATE TABLE invite (
            number bigint GENERATED ALWAYS AS IDENTITY,
            id uuid PRIMARY KEY,
            locator text NOT NULL,
            purpose text NOT NULL,
            circle uuid, -- the circle that the claimer joins, and as what; null for a new pair
            role text,
            inviter uuid NOT NULL,
            verifier bytea NOT NULL,
            hello text NOT NULL,
            expires_at bigint NOT NULL,
            state text NOT NULL,
            live boolean NOT NULL, -- whether the state can still become a pair; here for the index below
            wrong_claims bigint NOT NULL,
            claimer uuid,
            answer_key text,
            answer_box text,
            confirm_box text,
            pair uuid,
            parcels text -- what one device of a person hands over to another
        );
        CREATE INDEX invite_locator ON invite (locator, number);
        CREATE INDEX invite_live ON invite (inviter, expires_at, number) WHERE live;
        CREATE INDEX invite_expiry ON invite (expires_at);
        -- Every invite of a device, live or not, so that it goes with a person who deletes all.
        CREATE INDEX invite_inviter ON invite (inviter);
        CREATE INDEX invite_claimer ON invite (claimer) WHERE claimer IS NOT NULL;

        CREATE TABLE pair (
            number bigint GENERATED ALWAYS AS IDENTITY,
            id uuid PRIMARY KEY,
            inviter_person uuid NOT NULL,
            inviter_device uuid NOT NULL,
            claimer_person uuid NOT NULL,
            claimer_device uuid NOT NULL,
            since bigint NOT NULL,
            revoked_at bigint
        );
        CREATE INDEX pair_inviter ON pair (inviter_person);
        CREATE INDEX pair_claimer ON pair (claimer_person);

        CREATE TABLE edge (
            token_hash bytea PRIMARY KEY,
            pair uuid NOT NULL,
            from_person uuid NOT NULL,
            to_person uuid NOT NULL
        );
        CREATE INDEX edge_pair ON edge (pair);
        """

    /// What people give the relay beyond devices, pairs and alarms: circles, reminders, contacts and so on, sealed.
    private static let documents = """
        CREATE TABLE document (
            kind text COLLATE "C" NOT NULL,
            id uuid NOT NULL,
            owner uuid NOT NULL,
            circle uuid, -- whom it concerns besides its owner
            position bigint NOT NULL,
            body bytea NOT NULL, -- sealed
            PRIMARY KEY (kind, id)
        );
        CREATE INDEX document_owner ON document (owner, kind, position, id);
        CREATE INDEX document_circle ON document (circle, kind, position, id) WHERE circle IS NOT NULL;
        -- The kinds that are found by their age, whoever's they are.
        CREATE INDEX document_age ON document (kind, position, id) WHERE kind IN ('alert', 'beat', 'reminder');
        """

    /// Alarms, their records, and the one table from which they are woken.
    ///
    /// Indexes are few, and each answers several questions.
    private static let alarms = """
        CREATE TABLE alarm (
            key bigint PRIMARY KEY,
            id uuid NOT NULL UNIQUE,
            preset text NOT NULL,
            once_at bigint,     -- the schedule: this, or the three that follow
            rule text,
            start text,
            zone text,
            ttl bigint NOT NULL,
            state text NOT NULL,
            due bigint NOT NULL,
            base bigint NOT NULL,
            delay bigint NOT NULL,
            climbed bigint NOT NULL,
            revision bigint NOT NULL,
            epoch bigint NOT NULL,
            progress bytea NOT NULL,
            last_end text,
            message text,
            sound text NOT NULL,
            time_zone text,
            first_time bigint,
            digest bytea NOT NULL,
            reply text,
            changed_at bigint NOT NULL,
            change bigint NOT NULL,
            live boolean NOT NULL, -- whether the state is not final; here for the indexes below
            circle uuid NOT NULL,
            sender uuid NOT NULL,
            receiver uuid NOT NULL,
            accepted_at bigint NOT NULL,
            subject uuid           -- the document that the alarm is about
        ) \(busy);
        CREATE INDEX alarm_of_circle ON alarm (circle, live, accepted_at, sender, change);
        CREATE INDEX alarm_ended ON alarm (changed_at, key) WHERE NOT live;

        -- The keys of alarms, which connections take in blocks.
        CREATE SEQUENCE alarm_key INCREMENT BY \(alarmKeysInBlock);

        -- The last number that a change of an alarm of somebody's got. Not the largest in use: a purge must not bring a
        -- number back.
        CREATE TABLE last_change (
            person uuid PRIMARY KEY,
            change bigint NOT NULL
        ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

        -- In which circles that are no pairs somebody has had an alarm, so that a person's alarms are found by their
        -- circles. A row outlives its membership: who left a circle is still told that its alarms were cancelled.
        CREATE TABLE participant (
            person uuid NOT NULL,
            circle uuid NOT NULL,
            PRIMARY KEY (person, circle)
        );

        CREATE TABLE record (
            alarm bigint NOT NULL,
            line bigint GENERATED ALWAYS AS IDENTITY,
            at bigint NOT NULL,
            kind text NOT NULL,
            device uuid,
            PRIMARY KEY (alarm, line)
        );

        -- Narrow, so that claiming reads neighbours and nothing else.
        CREATE TABLE due (
            alarm bigint PRIMARY KEY,
            at bigint NOT NULL,
            meant_for bigint -- the wake's time, where that was below the floor when it was set; then `at` is the floor
        ) \(busy);
        CREATE INDEX due_at ON due (at, alarm);
        \(floor(of: .wakes))
        """

    /// The outbox; found through its alarm.
    private static let deliveries = """
        CREATE TABLE delivery (
            number bigint GENERATED ALWAYS AS IDENTITY,
            alarm bigint NOT NULL,
            id uuid NOT NULL,
            destination uuid NOT NULL,
            medium text,         -- null where the destination is a device
            stage text NOT NULL,
            urgency text NOT NULL,
            epoch bigint NOT NULL,
            revision bigint NOT NULL,
            due bigint NOT NULL,
            deadline bigint NOT NULL,
            is_late boolean NOT NULL,
            rung_offset bigint,  -- null where no timed step ordered it
            is_awaited boolean NOT NULL,
            circle uuid NOT NULL,
            created_at bigint NOT NULL,
            state text NOT NULL,
            not_before bigint NOT NULL,
            attempts bigint NOT NULL,
            failed_attempts bigint NOT NULL,
            lease_holder text COLLATE "C",
            lease_end bigint,
            reason text,
            finished_at bigint,
            takeable_at bigint,  -- from when on it may be leased, or the floor if that is later; null once it is finished
            PRIMARY KEY (alarm, id)
        ) \(busy);
        CREATE INDEX delivery_takeable ON delivery (takeable_at, number) WHERE takeable_at IS NOT NULL;
        -- Few at any time: a take-over from a dead node reads these, and not all that waits.
        CREATE INDEX delivery_leased ON delivery (lease_holder) WHERE state = 'leased';
        -- Few as well: a node on which devices listen reads what others could not send to them.
        CREATE INDEX delivery_awaiting ON delivery (destination) WHERE state = 'pending' AND reason = 'not listening';
        \(floor(of: .deliveries))
        """

    /// What the relay must remember about itself and its requests.
    private static let relay = """
        CREATE TABLE replay (
            device uuid NOT NULL,
            jti bytea NOT NULL,
            digest bytea NOT NULL,
            status bigint NOT NULL,
            body bytea NOT NULL,
            expires_at bigint NOT NULL,
            PRIMARY KEY (device, jti)
        ) \(busy);
        CREATE INDEX replay_expiry ON replay (expires_at);

        CREATE TABLE value (
            key text COLLATE "C" PRIMARY KEY,
            value bytea NOT NULL,
            expires_at bigint
        );
        CREATE INDEX value_expiry ON value (expires_at) WHERE expires_at IS NOT NULL;

        -- When the relay was not there to be asked or to send.
        CREATE TABLE blind (
            number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            from_at bigint NOT NULL,
            until_at bigint NOT NULL, -- before from_at where the clock was set back
            cause text NOT NULL
        );

        -- The nodes that run on the database; the identifier is the text by which a node holds its leases.
        CREATE TABLE node (
            id text COLLATE "C" PRIMARY KEY,
            name text NOT NULL,
            started_at bigint NOT NULL,
            heartbeat_at bigint NOT NULL -- by the database's clock
        ) WITH (fillfactor = 50);

        -- Without rows: its lock lets transactions run side by side, or one of them alone.
        CREATE TABLE gate ();
        """
}
