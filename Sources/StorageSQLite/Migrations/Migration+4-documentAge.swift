extension Migration {
    /// Finds check-ins and reminders by their age, whoever's they are.
    static let documentAge = Migration(
        name: "4-document-age",
        sql: """
            CREATE INDEX document_beat_age ON document (position) WHERE kind = 'beat';
            CREATE INDEX document_reminder_age ON document (position, id) WHERE kind = 'reminder';
            """
    )
}
