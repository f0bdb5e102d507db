internal import GRDB
internal import GRDBSQLite
internal import Storage

/// One connection for the length of one access: runs prepared statements and throws failures as ``StoreError``s.
///
/// A failure after which SQLite may have rolled back the whole transaction is kept in ``failure``, and every later
/// statement of the session throws it again: otherwise a body that swallows the error would go on outside any
/// transaction.
final class SQLiteSession {
    private let database: Database
    private let path: String
    /// The failure that has ended the session.
    private(set) var failure: StoreError?
    /// Whether the session ended because the disk failed, or its data is damaged.
    private(set) var isBroken = false

    init(_ database: Database, path: String) {
        self.database = database
        self.path = path
    }

    /// The number of rows that the connection has changed since it was opened, undone changes included.
    var changes: Int { database.totalChangesCount }

    /// Runs a statement that returns no rows; returns the number of rows it changed.
    ///
    /// - Throws: ``StoreError/duplicate(_:)`` and ``StoreError/missing(_:)``, with the given description, when a unique
    ///   or a foreign key constraint fails.
    @discardableResult
    func run(
        _ sql: String,
        _ values: [any Column] = [],
        duplicate: @autoclosure () -> String = "the row",
        missing: @autoclosure () -> String = "the row it belongs to"
    ) throws -> Int {
        do {
            try execute(sql, values) { _ in true }
        } catch let error as DatabaseError {
            switch error.extendedResultCode {
            case .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY: throw StoreError.duplicate(duplicate())
            case .SQLITE_CONSTRAINT_FOREIGNKEY: throw StoreError.missing(missing())
            default: throw StoreError(error, path: path)
            }
        }
        return database.changesCount
    }

    /// Returns what `read` makes of the first row, or nil if there is none.
    func first<Value>(
        _ sql: String,
        _ values: [any Column] = [],
        _ read: (inout RowReader) throws -> Value
    ) throws -> Value? {
        var result: Value?
        try query(sql, values) { reader in
            result = try read(&reader)
            return false
        }
        return result
    }

    /// Returns what `read` makes of every row, in the statement's order.
    func all<Value>(
        _ sql: String,
        _ values: [any Column] = [],
        _ read: (inout RowReader) throws -> Value
    ) throws -> [Value] {
        var result: [Value] = []
        try query(sql, values) { reader in
            result.append(try read(&reader))
            return true
        }
        return result
    }

    private func query(
        _ sql: String,
        _ values: [any Column],
        _ visit: (inout RowReader) throws -> Bool
    ) throws {
        do {
            try execute(sql, values, visit)
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        } catch let error as UnreadableColumn {
            throw StoreError.corrupt(path: path, detail: error.description)
        }
    }

    /// Runs a statement and passes its rows to `visit`, until there are no more or it stops.
    ///
    /// GRDB prepares the statement and keeps it with the connection; parameters and columns bypass it, see
    /// ``Parameter``.
    private func execute(
        _ sql: String,
        _ values: [any Column],
        _ visit: (inout RowReader) throws -> Bool
    ) throws {
        if let failure { throw failure }
        do {
            let statement = try unsafe database.cachedStatement(sql: sql).sqliteStatement
            defer {
                _ = unsafe sqlite3_reset(statement)
                _ = unsafe sqlite3_clear_bindings(statement)
            }
            for (index, value) in zip(CInt(1)..., values) { unsafe value.bind(to: Parameter(statement, index: index)) }
            while true {
                let code = unsafe sqlite3_step(statement)
                guard code != SQLITE_DONE else { return }
                guard code == SQLITE_ROW else {
                    let message = unsafe String(cString: sqlite3_errmsg(sqlite3_db_handle(statement)))
                    throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
                }
                var reader = unsafe RowReader(statement)
                guard try visit(&reader) else { return }
            }
        } catch let error as DatabaseError {
            if error.endsTransaction { failure = StoreError(error, path: path) }
            if error.isFatal { isBroken = true }
            throw error
        }
    }
}
