extension Migration {
    /// Invites, the pairs that they become, and the pairs' two edges.
    static let pairing = Migration(
        name: "2-pairing",
        sql: """
            CREATE TABLE invite (
                number INTEGER PRIMARY KEY,
                id BLOB NOT NULL UNIQUE,
                locator TEXT NOT NULL,
                purpose TEXT NOT NULL,
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
                pair BLOB
            ) STRICT;
            CREATE INDEX invite_locator ON invite (locator, number);
            CREATE INDEX invite_live ON invite (inviter, expires_at) WHERE live = 1;
            CREATE INDEX invite_expiry ON invite (expires_at);

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
    )
}
