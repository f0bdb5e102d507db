internal import GRDB

/// One step of the schema's history; never edited once it has been released.
struct Migration {
    /// Its name in the database; the number in front keeps a list of names readable.
    let name: String
    /// The statements that it executes.
    let sql: String

    /// Every migration, in the order in which they are applied.
    static let all: [Migration] = [
        .schema, .alertAge, .alarmDelay, .documentAge, .failedAttempts, .personChanges, .nodes,
    ]

    /// The first migration of databases that were made before the first release, whose fifteen steps became one.
    static let retired = "1-devices"

    /// What tells the relay's databases from others': "Reve" (`PRAGMA application_id`).
    static let applicationID: Int64 = 0x5265_7665
}

extension DatabaseMigrator {
    /// Applies `migrations` in order, each in a transaction of its own and never twice.
    init(_ migrations: [Migration]) {
        self.init()
        for migration in migrations {
            registerMigration(migration.name, foreignKeyChecks: .immediate) { database in
                try database.execute(sql: migration.sql)
            }
        }
    }
}
