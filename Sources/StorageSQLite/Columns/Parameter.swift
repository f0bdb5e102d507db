internal import GRDBSQLite

/// One parameter of a prepared statement.
///
/// Straight through SQLite's interface: a write sets a hundred of them, and GRDB's arguments cost an existential, a
/// `Data` and a copy each, half as much again as SQLite's own work.
@safe
struct Parameter {
    private let statement: OpaquePointer
    private let index: CInt

    /// The parameter with this index, from 1, of a statement that is not running.
    @unsafe
    init(_ statement: OpaquePointer, index: CInt) {
        unsafe self.statement = statement
        self.index = index
    }

    // SQLite copies the value before the call returns. The calls fail only for lack of memory or for an index that the
    // statement does not have; the parameter is NULL then, which every NOT NULL column refuses.

    func set(_ integer: Int64) {
        _ = unsafe sqlite3_bind_int64(statement, index, integer)
    }

    func set(_ text: String) {
        // As a C string, whose pointer is never null, even for an empty text: a null pointer would bind NULL.
        unsafe text.withCString { characters in
            _ = unsafe sqlite3_bind_text64(
                statement,
                index,
                characters,
                UInt64(text.utf8.count),
                Self.copying,
                UInt8(SQLITE_UTF8)
            )
        }
    }

    @unsafe
    func set(_ bytes: UnsafeRawBufferPointer) {
        if unsafe bytes.isEmpty {
            _ = unsafe sqlite3_bind_zeroblob(statement, index, 0)
        } else {
            _ = unsafe sqlite3_bind_blob64(statement, index, bytes.baseAddress, UInt64(bytes.count), Self.copying)
        }
    }

    /// `SQLITE_TRANSIENT`, a macro that Swift does not import.
    private static var copying: sqlite3_destructor_type {
        unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }
}
