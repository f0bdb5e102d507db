extension Migration {
    /// Keeps by how much an alarm's steps were moved while the relay was away, so that texts name the promised time.
    static let alarmDelay = Migration(
        name: "3-alarm-delay",
        sql: "ALTER TABLE alarm ADD COLUMN delay INTEGER NOT NULL DEFAULT 0;"
    )
}
