extension Migration {
    /// Which circle an invite is to, and as what.
    static let joining = Migration(
        name: "13-joining",
        sql: """
            ALTER TABLE invite ADD COLUMN circle BLOB;
            ALTER TABLE invite ADD COLUMN role TEXT;
            """
    )
}
