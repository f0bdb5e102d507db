extension Migration {
    /// Alarms of any circle, about anything, told to contacts as well as to devices.
    static let circles = Migration(
        name: "12-circles",
        sql: """
            ALTER TABLE alarm RENAME COLUMN pair TO circle;
            ALTER TABLE alarm ADD COLUMN subject BLOB;
            ALTER TABLE delivery RENAME COLUMN pair TO circle;
            ALTER TABLE delivery RENAME COLUMN device TO destination;
            ALTER TABLE delivery ADD COLUMN medium TEXT; -- null where the destination is a device
            """
    )
}
