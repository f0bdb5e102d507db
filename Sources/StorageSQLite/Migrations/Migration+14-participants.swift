extension Migration {
    /// In which circles that are no pairs somebody has had an alarm, so that a person's alarms are found by their circles.
    ///
    /// It outlives a membership: who left a circle is still told that its alarms were cancelled.
    static let participants = Migration(
        name: "14-participants",
        sql: """
            CREATE TABLE participant (
                person BLOB NOT NULL,
                circle BLOB NOT NULL,
                PRIMARY KEY (person, circle)
            ) STRICT, WITHOUT ROWID;
            INSERT OR IGNORE INTO participant
            SELECT sender, circle FROM alarm WHERE circle NOT IN (SELECT id FROM pair)
            UNION SELECT receiver, circle FROM alarm WHERE circle NOT IN (SELECT id FROM pair);
            """
    )
}
