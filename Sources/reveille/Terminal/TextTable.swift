import DeviceSimulator

/// Rows of text in columns as wide as a terminal needs.
struct TextTable {
    /// The space between two columns.
    private static let gap = "  "

    private var rows: [[String]]

    /// Creates a table with the names of its columns.
    init(_ header: [String]) {
        rows = [header]
    }

    /// Adds a row with a cell for every column.
    mutating func add(_ row: [String]) {
        rows.append(row)
    }

    /// The lines without trailing spaces, the header first.
    var lines: [String] {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { $0.count > column ? $0[column].columns : 0 }.max() ?? 0 }
        return rows.map { row in
            let line = zip(row, widths).map { $0.fitted(to: $1) }.joined(separator: Self.gap)
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}

extension Terminal {
    /// Writes a table.
    static func say(_ table: TextTable) {
        for line in table.lines { say(line) }
    }

    /// Writes facts as a table of two columns.
    static func say(facts: [(String, String)]) {
        let width = (facts.map(\.0.count).max() ?? 0) + 2
        for (name, value) in facts {
            say(name + String(repeating: " ", count: width - name.count) + value)
        }
    }
}
