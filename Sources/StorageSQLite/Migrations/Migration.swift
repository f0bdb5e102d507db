internal import GRDB

/// One step of the schema's history; never edited once it has been released.
struct Migration {
    /// Its name in the database; the number in front keeps a list of names readable.
    let name: String
    /// What it does.
    let sql: String

    /// Every migration, in the order in which they are applied.
    static let all: [Migration] = [
        .devices, .pairing, .alarms, .deliveries, .relay, .funnel, .linking, .blind, .locality, .expiry,
        .documents, .circles, .joining, .participants, .leaving,
    ]

    /// What tells the relay's databases from others': "Reve" (`PRAGMA application_id`).
    static let applicationID: Int64 = 0x5265_7665
}

extension DatabaseMigrator {
    /// Brings a database to the newest schema.
    static let reveille: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        for migration in Migration.all {
            migrator.registerMigration(migration.name, foreignKeyChecks: .immediate) { database in
                try database.execute(sql: migration.sql)
            }
        }
        return migrator
    }()
}
