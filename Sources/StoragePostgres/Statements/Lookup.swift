/// A query that is sent together with others, and what is done with its rows.
struct Lookup {
    let statement: Statement
    let values: [any Column]
    /// Takes the result; one that cannot be read is left out.
    let keep: (QueryResult) -> Void

    /// Makes a query whose rows are read one by one and passed on together.
    init<Row>(
        _ statement: Statement,
        _ values: [any Column],
        _ read: @escaping (inout RowReader) throws -> Row,
        _ keep: @escaping ([Row]) -> Void
    ) {
        self.statement = statement
        self.values = values
        self.keep = { result in
            let rows = try? (0..<result.rows).map { row in
                var reader = unsafe RowReader(result.raw, row: row)
                return try read(&reader)
            }
            if let rows { keep(rows) }
        }
    }
}
