internal import CPostgres
internal import Storage

/// Brings a database's schema up to date.
struct Migrator: Sendable {
    let connector: Connector
    var migrations = Migration.all
    /// Whether the schema may be made or changed.
    var mayChange = true

    private var path: String { connector.address.description }
    private var schema: String { Migration.schemaName }

    /// Applies what is missing, all of it or nothing, while no other program does the same.
    ///
    /// - Throws: ``StoreError/newerVersion(path:found:)`` for a database in which a newer version has made something that this
    ///   one cannot work with; ``StoreError/cannotOpen(path:detail:)`` where something is missing that may not be made.
    func run() throws(ConnectionFailure) {
        let connection = try connector.connectPlainly()
        // Whatever was not committed is undone with the connection.
        defer { PQfinish(connection) }
        try connector.run(
            """
            SET client_min_messages = warning; BEGIN; SELECT pg_advisory_xact_lock(\(Migration.lock));
            SET LOCAL statement_timeout = 0
            """,
            on: connection
        )
        let applied = try applied(connection)
        let known = Set(migrations.map(\.name))
        let unknown = applied.filter { !known.contains($0.name) && !$0.isAdditive }.map(\.name)
        guard unknown.isEmpty else {
            throw .lasting(.newerVersion(path: path, found: unknown.joined(separator: ", ")))
        }
        let missing = migrations.filter { migration in !applied.contains { $0.name == migration.name } }
        guard !missing.isEmpty else { return }
        guard mayChange else {
            let what = applied.isEmpty ? "no relay has made its tables yet" : "its tables are an older version's"
            throw .lasting(.cannotOpen(path: path, detail: "\(what): start a relay of this version on it first"))
        }
        if applied.isEmpty {
            try connector.run(
                """
                CREATE SCHEMA IF NOT EXISTS \(schema);
                CREATE TABLE IF NOT EXISTS \(schema).migration (
                    name text PRIMARY KEY,
                    additive boolean NOT NULL, -- whether a version that does not know it can work beside it
                    applied_at timestamptz NOT NULL DEFAULT now()
                )
                """,
                on: connection
            )
        }
        try connector.run("SET LOCAL search_path = \(schema)", on: connection)
        for migration in missing {
            try connector.run(migration.sql, on: connection)
            try connector.run(
                "INSERT INTO migration (name, additive) VALUES ('\(migration.name)', \(migration.isAdditive))",
                on: connection
            )
        }
        try connector.run("COMMIT", on: connection)
    }

    /// The migrations that the database has had; none for a database without the schema.
    private func applied(_ connection: OpaquePointer) throws(ConnectionFailure) -> [(name: String, isAdditive: Bool)] {
        let tables = try rows(
            """
            SELECT relname FROM pg_class WHERE relnamespace = to_regnamespace('\(schema)') AND relkind = 'r'
            """,
            on: connection
        )
        guard !tables.isEmpty else { return [] }
        guard tables.contains(["migration"]) else {
            throw .lasting(
                .cannotOpen(path: path, detail: "its schema \(schema) is another program's: name another database")
            )
        }
        return try rows("SELECT name, additive FROM \(schema).migration ORDER BY name", on: connection).map {
            (name: $0[0], isAdditive: $0[1] == "t")
        }
    }

    private func rows(_ sql: String, on connection: OpaquePointer) throws(ConnectionFailure) -> [[String]] {
        let result = PQexec(connection, sql)
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_TUPLES_OK else {
            throw ConnectionFailure(of: result, on: connection, path: path)
        }
        return (0..<PQntuples(result)).map { row in
            (0..<PQnfields(result)).map { PQgetvalue(result, row, $0).map { String(cString: $0) } ?? "" }
        }
    }
}
