internal import CPostgres

/// Reads a row's columns one after another, in the order in which the statement names them.
@safe
struct RowReader {
    private let result: OpaquePointer
    private let row: CInt
    private let count: CInt
    private var position: CInt = 0

    /// Reads a row of `result`, while the result lives.
    @unsafe
    init(_ result: OpaquePointer, row: CInt) {
        unsafe self.result = result
        self.row = row
        count = unsafe PQnfields(result)
    }

    /// The next column's value.
    ///
    /// - Throws: ``UnreadableColumn`` for a value that this program never wrote.
    mutating func next<Value: Column>(_ type: Value.Type = Value.self) throws -> Value {
        guard position < count, let value = unsafe Value(Field(result, row: row, index: position)) else {
            throw UnreadableColumn(position: Int(position), expected: "\(type)")
        }
        position += 1
        return value
    }
}

/// A column holds a value that this program never writes: the database is damaged or was edited by hand.
struct UnreadableColumn: Error, CustomStringConvertible {
    /// The column's index in the statement, from 0.
    let position: Int
    /// The type that was expected there.
    let expected: String

    var description: String { "column \(position) does not hold a readable \(expected)" }
}
