internal import Sealing
package import Storage

/// How many rows a table has, and a sum over all of them.
package struct TableTally: Hashable, Sendable {
    package private(set) var rows = 0
    /// The sum of the first eight bytes of every row's SHA-256: the same for the same rows, in whatever order.
    package private(set) var checksum: UInt64 = 0

    package init() {}

    mutating func add(_ row: StoredRow) throws {
        rows += 1
        checksum &+= try SHA256.hash(row.canonical).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}

/// The same tables in two stores, counted.
package struct CopyReport: Hashable, Sendable {
    /// One table.
    package struct Line: Hashable, Sendable {
        package let table: StoreTable
        package let source: TableTally
        package let target: TableTally

        /// Whether both stores have the same rows.
        package var isEqual: Bool { source == target }
    }

    package let lines: [Line]

    /// The tables in which the stores differ.
    package var differing: [StoreTable] { lines.filter { !$0.isEqual }.map(\.table) }

    /// Whether both stores have the same rows in all tables.
    package var isEqual: Bool { differing.isEmpty }

    /// Reads two stores from one end to the other, in pages of `page` rows.
    package init(of source: any Store, and target: any Store, page: Int = 1000) async throws {
        var lines: [Line] = []
        for table in StoreTable.allCases {
            async let first = Self.tally(table, of: source, page: page)
            async let second = Self.tally(table, of: target, page: page)
            lines.append(Line(table: table, source: try await first, target: try await second))
        }
        self.lines = lines
    }

    private static func tally(_ table: StoreTable, of store: any Store, page: Int) async throws -> TableTally {
        var tally = TableTally()
        var last: RowKey?
        repeat {
            let after = last
            let rows = try await store.read { try $0.rows(of: table, after: after, limit: page) }
            for row in rows where !row.isOfCopy { try tally.add(row) }
            last = rows.last?.key
        } while last != nil
        return tally
    }
}

extension StoredRow {
    /// Whether the row belongs to a copy itself, and not to what is copied.
    var isOfCopy: Bool {
        if case .value(let key, _, _) = self { [CopyMark.key, CopyProgress.key].contains(key) } else { false }
    }
}
