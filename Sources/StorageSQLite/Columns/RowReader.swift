internal import GRDB

/// Reads a row's columns one after another, in the order in which the statement names them.
struct RowReader {
    private let row: Row
    private var position = 0

    init(_ row: Row) {
        self.row = row
    }

    /// The next column's value.
    ///
    /// - Throws: ``UnreadableColumn`` for a value that this program never wrote.
    mutating func next<Value: Column>(_ type: Value.Type = Value.self) throws -> Value {
        guard position < row.count else { throw UnreadableColumn(position: position, expected: "\(type)") }
        let column: DatabaseValue = row[position]
        guard let value = Value(column: column) else {
            throw UnreadableColumn(position: position, expected: "\(type)")
        }
        position += 1
        return value
    }
}

/// A column holds what this program never wrote: the database is damaged or was edited by hand.
struct UnreadableColumn: Error, CustomStringConvertible {
    /// The column's index in the statement, from 0.
    let position: Int
    /// What was expected there.
    let expected: String

    var description: String { "column \(position) does not hold a readable \(expected)" }
}
