internal import GRDB
package import Storage

/// Reads a database without changing it: copies it consistently, and checks a copy.
package enum DatabaseCopy {
    /// Copies the database at `path`, which a relay may be using meanwhile, into the empty or missing file `copy`.
    ///
    /// The copy is one file without a log, as of one moment, and holds no remains of deleted rows (`VACUUM INTO`).
    ///
    /// - Throws: ``StoreError/cannotOpen(path:detail:)`` for another program's database, ``StoreError/full``,
    ///   ``StoreError/corrupt(path:detail:)``, ``StoreError/readOnly(path:)``.
    package static func make(of path: String, at copy: String) throws(StoreError) {
        do {
            try FileProtection.check(path)
            try withReader(of: path) { database in
                try checkOwner(database, path: path)
                try database.execute(sql: "VACUUM INTO ?", arguments: [copy])
            }
        } catch {
            throw StoreError(any: error, path: path)
        }
    }

    /// Checks that nobody else can reach the database at `path`, whether or not it exists.
    ///
    /// - Throws: ``StoreError/cannotOpen(path:detail:)`` with the command that mends it.
    package static func checkProtection(of path: String) throws(StoreError) {
        try FileProtection.check(path)
    }

    /// Checks every page, row and index of the database at `path` (`PRAGMA integrity_check`).
    ///
    /// - Returns: how many rows each table has.
    /// - Throws: ``StoreError/corrupt(path:detail:)``, ``StoreError/newerVersion(path:found:)``,
    ///   ``StoreError/cannotOpen(path:detail:)``.
    package static func check(_ path: String) throws(StoreError) -> [String: Int] {
        do {
            return try withReader(of: path) { database in
                try DatabaseCheck(path: path).checkLength(database)
                let findings = try String.fetchAll(database, sql: "PRAGMA integrity_check(3)")
                guard findings == ["ok"] else {
                    throw StoreError.corrupt(path: path, detail: findings.joined(separator: "; "))
                }
                try checkOwner(database, path: path)
                return try rows(database)
            }
        } catch {
            throw StoreError(any: error, path: path)
        }
    }

    /// Whether the database at `path` holds nothing that anybody would miss: no file, or no device and no alarm.
    static func isUnused(_ path: String) throws(StoreError) -> Bool {
        guard DatabaseFile.size(of: path) > 0 || DatabaseFile.size(of: path + "-wal") > 0 else { return true }
        do {
            return try withReader(of: path) { database in
                try checkOwner(database, path: path)
                let rows = try rows(database)
                return ["device", "alarm", "pair", "document"].allSatisfy { rows[$0, default: 0] == 0 }
            }
        } catch {
            throw StoreError(any: error, path: path)
        }
    }

    private static func withReader<Result>(of path: String, _ body: (Database) throws -> Result) throws -> Result {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        let reader = try DatabaseQueue(path: path, configuration: configuration)
        // Outside a transaction, in which `VACUUM` does not run.
        let result = try reader.inDatabase(body)
        try reader.close()
        return result
    }

    private static func checkOwner(_ database: Database, path: String) throws {
        guard try Int64.fetchOne(database, sql: "PRAGMA application_id") == Migration.applicationID else {
            throw StoreError.cannotOpen(path: path, detail: "it is no relay's database")
        }
        let schema = DatabaseMigrator(Migration.all)
        let unknown = try schema.appliedIdentifiers(database).subtracting(schema.migrations)
        guard unknown.isEmpty else {
            throw StoreError.newerVersion(path: path, found: unknown.sorted().joined(separator: ", "))
        }
    }

    private static func rows(_ database: Database) throws -> [String: Int] {
        let tables = try String.fetchAll(
            database,
            sql: """
                SELECT name FROM pragma_table_list
                WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'
                """
        )
        return try tables.reduce(into: [:]) { rows, table in
            let name = table.quotedDatabaseIdentifier
            rows[table] = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(name)") ?? 0
        }
    }
}
