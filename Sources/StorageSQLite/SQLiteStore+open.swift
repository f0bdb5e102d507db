internal import GRDB
package import Storage

extension SQLiteStore {
    /// Opens the database at `path`, makes it if there is none, and brings its schema up to date.
    ///
    /// - Throws: ``StoreError/locked(path:)`` when a relay holds it already, or holds a schema that a visitor would have to
    ///   change; ``StoreError/readOnly(path:)``, ``StoreError/newerVersion(path:found:)``,
    ///   ``StoreError/corrupt(path:detail:)``, ``StoreError/cannotOpen(path:detail:)``.
    package static func open(path: String, role: Role) throws(StoreError) -> SQLiteStore {
        do {
            switch role {
            case .relay:
                guard let lock = try ProcessLock(database: path) else { throw StoreError.locked(path: path) }
                return try open(path: path, lock: lock)
            case .visitor:
                return try open(path: path, lock: nil)
            }
        } catch {
            throw StoreError(any: error, path: path)
        }
    }

    private static func open(path: String, lock: consuming ProcessLock?) throws -> SQLiteStore {
        try DatabaseFile.prepare(path)
        let pool = try DatabasePool(path: path, configuration: configuration)
        try pool.writeWithoutTransaction { try setUp($0, path: path) }
        try migrate(pool, path: path, holdsLock: lock != nil)
        let inbox = WriteInbox()
        let checkpointer = try Checkpointer(path: path, configuration: configuration) { failure in
            _ = inbox.refuse(with: failure)
        }
        return SQLiteStore(path: path, pool: pool, checkpointer: checkpointer, inbox: inbox, lock: lock)
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase { database in
            // Sorting must not leave rows in a temporary file.
            try database.execute(sql: "PRAGMA temp_store = MEMORY")
        }
        return configuration
    }

    /// Sets what makes the writer's commits durable and its deletions real.
    ///
    /// After opening rather than in `prepareDatabase`: GRDB's pool sets `synchronous` to NORMAL after that, and a relay
    /// would run for years before a power cut told. So it is read back, too.
    private static func setUp(_ database: Database, path: String) throws {
        // 64 MB: an emergency brake, because checkpoints are made elsewhere.
        try database.execute(
            sql: """
                PRAGMA synchronous = FULL;
                PRAGMA secure_delete = ON;
                PRAGMA wal_autocheckpoint = 16384;
                PRAGMA cache_size = -32768;
                """
        )
        for (pragma, expected) in [("synchronous", 2), ("secure_delete", 1), ("foreign_keys", 1)] {
            let found = try Int.fetchOne(database, sql: "PRAGMA \(pragma)")
            guard found == expected else {
                throw StoreError.failed("\(path): PRAGMA \(pragma) reads \(found ?? -1), not \(expected)")
            }
        }
    }

    private static func migrate(_ pool: DatabasePool, path: String, holdsLock: Bool) throws {
        let migrator = DatabaseMigrator.reveille
        let isUpToDate = try pool.read { database in
            let unknown = try migrator.appliedIdentifiers(database).subtracting(migrator.migrations)
            guard unknown.isEmpty else {
                throw StoreError.newerVersion(path: path, found: unknown.sorted().joined(separator: ", "))
            }
            let isOurs = try Int64.fetchOne(database, sql: "PRAGMA application_id") == Migration.applicationID
            let isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0
            guard isOurs || isEmpty else {
                throw StoreError.cannotOpen(path: path, detail: "it is another program's database")
            }
            return try migrator.hasCompletedMigrations(database)
        }
        guard !isUpToDate else { return }
        // A visitor must not change the schema under a running relay.
        guard holdsLock else {
            guard let lock = try ProcessLock(database: path) else { throw StoreError.locked(path: path) }
            try migrator.migrate(pool)
            _ = consume lock
            return
        }
        try migrator.migrate(pool)
    }
}
