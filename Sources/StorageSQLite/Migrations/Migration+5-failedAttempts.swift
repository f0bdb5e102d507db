extension Migration {
    /// Keeps how many attempts of a delivery certainly handed nothing over.
    ///
    /// Of earlier attempts that is not known: they may have arrived.
    static let failedAttempts = Migration(
        name: "5-failed-attempts",
        sql: "ALTER TABLE delivery ADD COLUMN failed_attempts INTEGER NOT NULL DEFAULT 0;"
    )
}
