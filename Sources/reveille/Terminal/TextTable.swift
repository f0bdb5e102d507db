import DeviceSimulator
import Wording

/// Rows of text in columns as wide as they have to be, and on a terminal no wider than it is.
struct TextTable {
    /// The space between two columns.
    private static let gap = "  "
    /// The columns that are never cut, because part of an id or of a time says nothing.
    private static let whole: Set<String> = [
        "ID", "DUE", "SINCE", "STATE", "END", "FROM", "UNTIL", "AT", "LOCAL", "UTC",
    ]
    /// The least width to which a column is cut.
    private static let least = 8

    private let columns: [String]
    private var rows: [[String]]

    /// Creates a table with the English names of its columns.
    ///
    /// - Parameters:
    ///   - columns: the names.
    ///   - language: the reader's, in which those are written that have a translation.
    init(_ columns: [String], in language: Language = .english) {
        self.columns = columns
        rows = [
            columns.map { name in
                let word = name.lowercased().replacing(" ", with: "-")
                return TextKey(rawValue: "list.column.\(word)").map { language.text($0) } ?? name
            }
        ]
    }

    /// Adds a row with a cell for every column.
    mutating func add(_ row: [String]) {
        rows.append(row)
    }

    /// The lines without trailing spaces, the header first.
    var lines: [String] { lines(within: nil) }

    /// The lines, of at most `limit` columns: the widest cells are cut, and end in `…`.
    func lines(within limit: Int?) -> [String] {
        let widths = widths(within: limit)
        return rows.map { row in
            let line = zip(row, widths).map { $0.fitted(to: $1) }.joined(separator: Self.gap)
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    private func widths(within limit: Int?) -> [Int] {
        let count = rows.map(\.count).max() ?? 0
        var widths = (0..<count).map { column in rows.map { $0.count > column ? $0[column].columns : 0 }.max() ?? 0 }
        guard let limit else { return widths }
        let gaps = Self.gap.count * max(count - 1, 0)
        let flexible = widths.indices.filter { columns.count > $0 && !Self.whole.contains(columns[$0]) }
        while widths.reduce(gaps, +) > limit,
            let widest = flexible.max(by: { widths[$0] < widths[$1] }), widths[widest] > Self.least
        {
            widths[widest] -= 1
        }
        return widths
    }
}

extension Terminal {
    /// Writes a table.
    static func say(_ table: TextTable) {
        for line in table.lines(within: columns) { say(line) }
    }

    /// Writes facts as a table of two columns, of which the first has at least `width` columns.
    static func say(facts: [(String, String)], width: Int = 0) {
        let width = max((facts.map(\.0.columns).max() ?? 0) + 2, width)
        for (name, value) in facts {
            say(name + String(repeating: " ", count: width - name.columns) + value)
        }
    }
}
