internal import CPostgres

/// One column of one row of a result, in PostgreSQL's binary formats.
@safe
struct Field {
    private let result: OpaquePointer
    private let row: CInt
    private let index: CInt

    /// The column with this index, from 0.
    @unsafe
    init(_ result: OpaquePointer, row: CInt, index: CInt) {
        unsafe self.result = result
        self.row = row
        self.index = index
    }

    /// Whether the column is NULL.
    var isNull: Bool { unsafe PQgetisnull(result, row, index) == 1 }

    /// The `bigint` in the column; nil for NULL and for anything of another size.
    var integer: Int64? {
        unsafe withBytes { bytes in
            unsafe bytes.count == 8 ? Int64(bigEndian: bytes.loadUnaligned(as: Int64.self)) : nil
        } ?? nil
    }

    /// The `boolean` in the column; nil for NULL and for anything of another size.
    var flag: Bool? {
        unsafe withBytes { bytes in unsafe bytes.count == 1 ? bytes[0] == 1 : nil } ?? nil
    }

    /// The text in the column; nil for NULL.
    var text: String? {
        unsafe withBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// Reads the column's bytes; nil for NULL.
    @unsafe
    func withBytes<Value>(_ read: (UnsafeRawBufferPointer) -> Value) -> Value? {
        guard !isNull, let start = unsafe PQgetvalue(result, row, index) else { return nil }
        let count = unsafe Int(PQgetlength(result, row, index))
        return unsafe read(UnsafeRawBufferPointer(start: start, count: count))
    }
}
