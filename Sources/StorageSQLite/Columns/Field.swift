internal import GRDBSQLite

/// One column of a statement's present row.
@safe
struct Field {
    private let statement: OpaquePointer
    private let index: CInt

    /// The column with this index, from 0.
    @unsafe
    init(_ statement: OpaquePointer, index: CInt) {
        unsafe self.statement = statement
        self.index = index
    }

    /// Whether the column is NULL.
    var isNull: Bool { type == SQLITE_NULL }

    /// The integer in the column; nil for another type.
    var integer: Int64? {
        guard type == SQLITE_INTEGER else { return nil }
        return unsafe sqlite3_column_int64(statement, index)
    }

    /// The text in the column; nil for another type.
    var text: String? {
        guard type == SQLITE_TEXT, let start = unsafe sqlite3_column_text(statement, index) else { return nil }
        let count = unsafe Int(sqlite3_column_bytes(statement, index))
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Reads the blob in the column; nil for another type.
    @unsafe
    func withBytes<Value>(_ read: (UnsafeRawBufferPointer) -> Value) -> Value? {
        guard type == SQLITE_BLOB else { return nil }
        let start = unsafe sqlite3_column_blob(statement, index)
        let count = unsafe Int(sqlite3_column_bytes(statement, index))
        return unsafe read(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    private var type: CInt { unsafe sqlite3_column_type(statement, index) }
}
