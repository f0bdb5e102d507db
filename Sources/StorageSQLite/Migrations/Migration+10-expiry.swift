extension Migration {
    /// Until when values are of use, and what has expired first.
    static let expiry = Migration(
        name: "10-expiry",
        sql: """
            ALTER TABLE value ADD COLUMN expires_at INTEGER;
            CREATE INDEX value_expiry ON value (expires_at) WHERE expires_at IS NOT NULL;
            -- Windows of quotas, which last an hour and had no end that the table knew of.
            DELETE FROM value WHERE key GLOB 'reports/*' OR key GLOB 'changes/*';

            CREATE INDEX enrolment_expiry ON enrolment (expires_at);
            """
    )
}
