extension Migration {
    /// Numbers the changes of alarms by person.
    ///
    /// `counters.change`, which counted everybody's, rises no more. It is the floor: whoever has no row here, or a smaller
    /// number in it, has that one, so that what was given out before stays behind all that follows.
    static let personChanges = Migration(
        name: "6-person-changes",
        sql: """
            CREATE TABLE last_change (
                person BLOB PRIMARY KEY NOT NULL,
                change INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            """
    )
}
