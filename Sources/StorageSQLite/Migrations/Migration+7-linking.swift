extension Migration {
    /// What one device of a person hands over to another.
    static let linking = Migration(
        name: "7-linking",
        sql: "ALTER TABLE invite ADD COLUMN parcels TEXT;"
    )
}
