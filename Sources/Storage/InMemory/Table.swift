/// Rows by a number in order of insertion, also found by key.
struct Table<Name: Hashable, Row> {
    private let name: @Sendable (Row) -> Name
    private var rows: [Int64: Row] = [:]
    private var numbers: [Name: Int64] = [:]

    init(name: @escaping @Sendable (Row) -> Name) {
        self.name = name
    }

    /// The row with this number.
    subscript(number: Int64) -> Row? { rows[number] }

    /// The row with this key.
    subscript(name: Name) -> Row? { numbers[name].flatMap { rows[$0] } }

    /// The number of the row with this key.
    func number(of name: Name) -> Int64? { numbers[name] }

    /// All rows with their numbers, in no order.
    var all: [Int64: Row] { rows }

    /// Replaces the row with this number, or removes it with nil; returns the former row.
    mutating func replace(_ number: Int64, with row: Row?) -> Row? {
        let old = rows.updateValueOrRemove(row, forKey: number)
        if let old { numbers[name(old)] = nil }
        if let row { numbers[name(row)] = number }
        return old
    }
}

extension Dictionary {
    /// Stores a value, or removes it with nil; returns the former value.
    mutating func updateValueOrRemove(_ value: Value?, forKey key: Key) -> Value? {
        if let value { updateValue(value, forKey: key) } else { removeValue(forKey: key) }
    }
}
