internal import GRDB
internal import Storage

/// One connection for the length of one access: runs prepared statements and speaks of failures in ``StoreError``s.
///
/// A failure after which SQLite may have given up the whole transaction is kept in ``failure``, and every later statement
/// of the session throws it again: without that, a body that swallows the error would go on outside any transaction.
final class Session {
    private let database: Database
    private let path: String
    /// What has ended the session.
    private(set) var failure: StoreError?

    init(_ database: Database, path: String) {
        self.database = database
        self.path = path
    }

    /// Runs a statement that returns no rows; tells how many rows it changed.
    ///
    /// - Throws: ``StoreError/duplicate(_:)`` and ``StoreError/missing(_:)`` for what a unique and a foreign key refuse,
    ///   with the words given.
    @discardableResult
    func run(
        _ sql: String,
        _ values: [any Column] = [],
        duplicate: @autoclosure () -> String = "the row",
        missing: @autoclosure () -> String = "the row it belongs to"
    ) throws -> Int {
        do {
            return try guarding {
                try database.cachedStatement(sql: sql).execute(arguments: arguments(values))
                return database.changesCount
            }
        } catch let error as DatabaseError {
            switch error.extendedResultCode {
            case .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY: throw StoreError.duplicate(duplicate())
            case .SQLITE_CONSTRAINT_FOREIGNKEY: throw StoreError.missing(missing())
            default: throw StoreError(error, path: path)
            }
        }
    }

    /// The first row's reading, or nil if there is none.
    func first<Value>(
        _ sql: String,
        _ values: [any Column] = [],
        _ read: (inout RowReader) throws -> Value
    ) throws -> Value? {
        try mapping {
            let rows = try Row.fetchCursor(database.cachedStatement(sql: sql), arguments: arguments(values))
            // GRDB reuses the row: it must be read before the cursor goes on.
            guard let row = try rows.next() else { return nil }
            var reader = RowReader(row)
            return try read(&reader)
        }
    }

    /// Every row's reading, in the statement's order.
    func all<Value>(
        _ sql: String,
        _ values: [any Column] = [],
        _ read: (inout RowReader) throws -> Value
    ) throws -> [Value] {
        try mapping {
            let rows = try Row.fetchCursor(database.cachedStatement(sql: sql), arguments: arguments(values))
            var result: [Value] = []
            while let row = try rows.next() {
                var reader = RowReader(row)
                result.append(try read(&reader))
            }
            return result
        }
    }

    private func arguments(_ values: [any Column]) -> StatementArguments {
        StatementArguments(values.map(\.column))
    }

    private func mapping<Value>(_ work: () throws -> Value) throws -> Value {
        do {
            return try guarding(work)
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        } catch let error as UnreadableColumn {
            throw StoreError.corrupt(path: path, detail: error.description)
        }
    }

    private func guarding<Value>(_ work: () throws -> Value) throws -> Value {
        if let failure { throw failure }
        do {
            return try work()
        } catch let error as DatabaseError {
            if error.endsTransaction { failure = StoreError(error, path: path) }
            throw error
        }
    }
}
