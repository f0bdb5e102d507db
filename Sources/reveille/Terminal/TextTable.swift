import DeviceSimulator

/// Rows of text in columns, as wide as they have to be on a terminal.
struct TextTable {
    /// The space between two columns.
    private static let gap = "  "

    private var rows: [[String]]

    /// Begins a table with the names of its columns.
    init(_ header: [String]) {
        rows = [header]
    }

    /// Adds a row with a cell for every column.
    mutating func add(_ row: [String]) {
        rows.append(row)
    }

    /// The lines, the header first, without trailing spaces.
    var lines: [String] {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { $0.count > column ? $0[column].columns : 0 }.max() ?? 0 }
        return rows.map { row in
            let line = zip(row, widths).map { $0.fitted(to: $1) }.joined(separator: Self.gap)
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}
