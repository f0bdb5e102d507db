extension Migration {
    /// Finds alerts by their age, whoever's they are.
    static let alertAge = Migration(
        name: "2-alert-age",
        sql: "CREATE INDEX document_alert_age ON document (position) WHERE kind = 'alert';"
    )
}
