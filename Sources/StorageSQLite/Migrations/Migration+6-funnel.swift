extension Migration {
    /// By which rung a push was ordered, and how long a device has been silent.
    static let funnel = Migration(
        name: "6-funnel",
        sql: """
            ALTER TABLE delivery ADD COLUMN rung_offset INTEGER; -- null where no timed rung ordered it
            ALTER TABLE delivery ADD COLUMN is_awaited INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE device ADD COLUMN unanswered INTEGER NOT NULL DEFAULT 0;
            """
    )
}
