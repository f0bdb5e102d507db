internal import GRDB
internal import Storage

/// Looks for damage in a database before it is used.
///
/// SQLite reads a page only when it needs it, so that a relay would start on a damaged database, answer, and fail at
/// the alarm whose page is broken. A small database is checked whole (`PRAGMA quick_check`: every page, every row's
/// shape, without the indexes' contents); of a larger one both ends of every tree are read, and other damage is found
/// when its page is read.
struct DatabaseCheck {
    /// The database's path.
    let path: String
    /// The largest size in bytes that is checked whole: 64 MiB, about a quarter of a second.
    var wholeLimit: Int64 = 64 << 20

    /// Checks the database that `reader` reads.
    ///
    /// - Throws: ``StoreError/corrupt(path:detail:)`` with SQLite's message.
    func run(on reader: some DatabaseReader) throws {
        let size = DatabaseFile.size(of: path)
        try reader.read { database in
            try size <= wholeLimit ? checkWhole(database) : checkEnds(database)
        }
    }

    /// Checks that no part is missing at the file's end, where SQLite would read zeros.
    ///
    /// Correct only without a log, which may hold pages that are not in the file yet.
    ///
    /// - Throws: ``StoreError/corrupt(path:detail:)``.
    func checkLength(_ database: Database) throws {
        let pages = try Int64.fetchOne(database, sql: "PRAGMA page_count") ?? 0
        let pageSize = try Int64.fetchOne(database, sql: "PRAGMA page_size") ?? 0
        let size = DatabaseFile.size(of: path)
        guard size >= pages * pageSize else {
            throw StoreError.corrupt(path: path, detail: "the file ends after \(size) of \(pages * pageSize) bytes")
        }
    }

    private func checkWhole(_ database: Database) throws {
        let findings = try String.fetchAll(database, sql: "PRAGMA quick_check(3)")
        guard findings == ["ok"] else {
            let words = findings.joined(separator: "; ").split(separator: "\n").joined(separator: " ")
            throw StoreError.corrupt(path: path, detail: words)
        }
    }

    private func checkEnds(_ database: Database) throws {
        for query in try Self.endQueries(database) { _ = try Row.fetchOne(database, sql: query) }
    }

    /// The queries that read the first and the last row of every table, by its own key and by each whole index of it.
    static func endQueries(_ database: Database) throws -> [String] {
        let tables = try Row.fetchAll(
            database,
            sql: "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table'"
        )
        return try tables.flatMap { row in
            let (table, hasNoRowID): (String, Bool) = (row["name"], row["wr"])
            let name = table.quotedDatabaseIdentifier
            let rows = hasNoRowID ? [] : ["ASC", "DESC"].map { "SELECT * FROM \(name) ORDER BY rowid \($0) LIMIT 1" }
            return try rows
                + wholeIndexes(of: table, database).flatMap { index in
                    let columns = try String.fetchAll(
                        database,
                        sql: "SELECT name FROM pragma_index_info(?)",
                        arguments: [index]
                    )
                    return ["ASC", "DESC"].map { order in
                        let keys = columns.map { "\($0.quotedDatabaseIdentifier) \(order)" }.joined(separator: ", ")
                        let hint = "INDEXED BY \(index.quotedDatabaseIdentifier)"
                        return "SELECT * FROM \(name) \(hint) ORDER BY \(keys) LIMIT 1"
                    }
                }
        }
    }

    private static func wholeIndexes(of table: String, _ database: Database) throws -> [String] {
        try String.fetchAll(
            database,
            sql: "SELECT name FROM pragma_index_list(?) WHERE NOT partial",
            arguments: [table]
        )
    }
}
