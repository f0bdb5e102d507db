internal import CSQLiteSetup
internal import GRDB
package import Storage

extension SQLiteStore {
    /// Opens the database at `path`, creates it if there is none, and brings its schema up to date.
    ///
    /// - Throws: ``StoreError/locked(path:)`` when a relay holds it already, or holds a schema that a visitor would
    ///   have to change; ``StoreError/readOnly(path:)``, ``StoreError/newerVersion(path:found:)``,
    ///   ``StoreError/corrupt(path:detail:)``, ``StoreError/cannotOpen(path:detail:)``.
    package static func open(path: String, role: OpenMode) throws(StoreError) -> SQLiteStore {
        try open(path: path, role: role, schema: DatabaseMigrator(Migration.all))
    }

    /// Opens a database whose schema `schema` brings up to date.
    static func open(path: String, role: OpenMode, schema: DatabaseMigrator) throws(StoreError) -> SQLiteStore {
        _ = isSetUp
        do {
            try FileProtection.check(path)
            switch role {
            case .relay:
                return try openForRelay(path, schema: schema)
            case .visitor:
                return try open(path: path, schema: schema, lock: nil)
            }
        } catch {
            throw StoreError(any: error, path: path)
        }
    }

    /// Whether SQLite's memory statistics, which only cost time, could be turned off; decided once, before the first
    /// connection.
    private static let isSetUp = reveille_sqlite_count_no_memory() == 0

    /// Opens with a space reserve, part of which may be needed on a full disk before anything can be read.
    private static func openForRelay(_ path: String, schema: DatabaseMigrator) throws -> SQLiteStore {
        let reserve = SpaceReserve(database: path)
        while true {
            guard let lock = try ProcessLock(database: path) else { throw StoreError.locked(path: path) }
            do {
                return try open(path: path, schema: schema, lock: lock, reserve: reserve)
            } catch {
                guard StoreError(any: error, path: path) == .full, reserve.giveBack() else { throw error }
            }
        }
    }

    private static func open(
        path: String,
        schema: DatabaseMigrator,
        lock: consuming ProcessLock?,
        reserve: SpaceReserve? = nil
    ) throws -> SQLiteStore {
        try DatabaseFile.prepare(path)
        if lock != nil { try LogCheck(path: path).run() }
        let hasLog = DatabaseFile.size(of: path + "-wal") > 0
        let first = try DatabaseQueue(path: path, configuration: configuration(for: path))
        let pool: DatabasePool
        do {
            let isUpToDate = try inspect(first, path: path, schema: schema, hasLog: hasLog)
            pool = try DatabasePool(path: path, configuration: configuration(for: path))
            do {
                if lock != nil { try DatabaseCheck(path: path).run(on: pool) }
                try pool.writeWithoutTransaction { try setUp($0, path: path) }
                if lock != nil { try pool.writeWithoutTransaction(takeUpLog) }
                if !isUpToDate { try migrate(pool, by: schema, path: path, holdsLock: lock != nil) }
            } catch {
                if StoreError(any: error, path: path).isFatal { AbandonedConnections.keep(pool) }
                throw error
            }
        } catch {
            if StoreError(any: error, path: path).isFatal { AbandonedConnections.keep(first) }
            throw error
        }
        // The last connection to close checkpoints the log and ignores failures of that, so it must not close before
        // the pool is open.
        try first.close()
        let inbox = WriteInbox()
        let checkpointer = try Checkpointer(path: path, configuration: configuration(for: path)) { failure in
            _ = inbox.refuse(with: failure)
        }
        // A visitor wakes no alarms.
        let alarmReader = lock == nil ? nil : try DatabaseQueue(path: path, configuration: readingOnly(path))
        reserve?.fill()
        return SQLiteStore(
            path: path,
            pool: pool,
            alarmReader: alarmReader,
            checkpointer: checkpointer,
            inbox: inbox,
            reserve: reserve,
            lock: lock
        )
    }

    private static func readingOnly(_ path: String) -> Configuration {
        var configuration = configuration(for: path)
        configuration.readonly = true
        return configuration
    }

    private static func configuration(for path: String) -> Configuration {
        var configuration = Configuration()
        let pageSize = SpaceReserve.smallPageSize(on: path)
        configuration.busyMode = .timeout(5)
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase { database in
            // Sorting must not leave rows in a temporary file.
            try database.execute(sql: "PRAGMA temp_store = MEMORY")
            // Effective only in a database that is still empty.
            if let pageSize { try database.execute(sql: "PRAGMA page_size = \(pageSize)") }
        }
        return configuration
    }

    /// Sets what makes the writer's commits durable and its deletions real.
    ///
    /// After opening rather than in `prepareDatabase`: GRDB's pool sets `synchronous` to NORMAL after that, which would
    /// go unnoticed for years, until a power cut. So it is read back, too.
    private static func setUp(_ database: Database, path: String) throws {
        // The log may reach 256 MB, or a 16th of a small disk, before the writer checkpoints it itself; normally the
        // checkpointer does so long before. The cache, up to 128 MB, should hold the inner pages of the indexes: their
        // keys are random.
        try database.execute(
            sql: """
                PRAGMA synchronous = FULL;
                PRAGMA secure_delete = ON;
                PRAGMA wal_autocheckpoint = \(SpaceReserve.logPages(on: path));
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

    /// Inspects a database before anything is changed in it, and refuses one that belongs to another or a newer
    /// program.
    ///
    /// Through a connection of its own, because opening the pool turns any database's journal into a write-ahead log.
    ///
    /// - Returns: whether its schema is up to date.
    private static func inspect(
        _ connection: DatabaseQueue,
        path: String,
        schema: DatabaseMigrator,
        hasLog: Bool
    ) throws -> Bool {
        try connection.read { database in
            if !hasLog { try DatabaseCheck(path: path).checkLength(database) }
            let unknown = try schema.appliedIdentifiers(database).subtracting(schema.migrations)
            let isOurs = try Int64.fetchOne(database, sql: "PRAGMA application_id") == Migration.applicationID
            let isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0
            guard isOurs || isEmpty else {
                throw StoreError.cannotOpen(path: path, detail: "it is another program's database")
            }
            guard !unknown.contains(Migration.retired) else {
                throw StoreError.cannotOpen(
                    path: path,
                    detail: "it was made before the first release; move it and its -wal away, and pair anew"
                )
            }
            guard unknown.isEmpty else {
                throw StoreError.newerVersion(path: path, found: unknown.sorted().joined(separator: ", "))
            }
            return try schema.hasCompletedMigrations(database)
        }
    }

    /// Checkpoints the last process's log into the database and syncs both, so that new commits do not build on a log
    /// that the disk does not have.
    private static func takeUpLog(_ database: Database) throws {
        try moveLog(database, .passive)
    }

    private static func moveLog(_ database: Database, _ kind: Database.CheckpointMode) throws {
        do {
            _ = try database.checkpoint(kind)
        } catch let error as DatabaseError where !error.isFatal {
            // A reader is active, or there is no room: the log is checkpointed later.
        }
    }

    private static func migrate(
        _ pool: DatabasePool,
        by schema: DatabaseMigrator,
        path: String,
        holdsLock: Bool
    ) throws {
        // A visitor must not change the schema under a running relay.
        let lock = holdsLock ? nil : try ProcessLock(database: path)
        let mayChange = holdsLock || lock != nil
        guard mayChange else { throw StoreError.locked(path: path) }
        try schema.migrate(pool)
        // Changing the schema leaves a log as large as the database; truncating it frees the space.
        try pool.writeWithoutTransaction { try moveLog($0, .truncate) }
        _ = consume lock
    }
}
