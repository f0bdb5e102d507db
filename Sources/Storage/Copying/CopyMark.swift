/// A mark in a database that was copied into another one, or is being copied: no relay starts on it.
///
/// Two relays with the same alarms would both ring. The mark is made before the first row is copied, and stays.
package struct CopyMark: Hashable, Sendable {
    /// The name of the value that holds it.
    package static let key = "copy.source"

    /// Random bytes that tell this copy from all others: the target has the same ones.
    package let copy: [UInt8]
    /// The target, for people.
    package let target: String
    /// Whether the copy was complete when it was last compared.
    package var isComplete: Bool

    package init(copy: [UInt8], target: String, isComplete: Bool = false) {
        self.copy = copy
        self.target = target
        self.isComplete = isComplete
    }
}

/// A mark in a database into which rows are being copied, with how far that is: no relay starts on it.
///
/// Written with each batch of rows, in the same transaction; deleted once all rows were compared.
package struct CopyProgress: Hashable, Sendable {
    /// The name of the value that holds it.
    package static let key = "copy.target"

    /// The bytes of the copy, as in the mark of its source.
    package let copy: [UInt8]
    /// The source, for people.
    package let source: String
    /// The table whose rows are being copied.
    package var table = StoreTable.allCases[0]
    /// The key of the last row that was copied of it.
    package var last: RowKey?
    /// The number of rows that were copied, of all tables.
    package var rows = 0

    package init(copy: [UInt8], source: String) {
        self.copy = copy
        self.source = source
    }
}

extension Snapshot {
    /// The mark of a database that was copied into another one; nil for any other.
    package func copyMark() throws -> CopyMark? {
        guard let bytes = try value(CopyMark.key) else { return nil }
        return CopyMark(bytes: bytes) ?? CopyMark(copy: [], target: "another database")
    }

    /// How far the copy is that goes on into this database; nil where none does.
    package func copyProgress() throws -> CopyProgress? {
        guard let bytes = try value(CopyProgress.key) else { return nil }
        guard let progress = CopyProgress(bytes: bytes) else {
            throw StoreError.copied("it holds a copy that another version of this program has begun")
        }
        return progress
    }

    /// Refuses a database on which no relay may start, because a copy of it may ring, or because it is part of one.
    ///
    /// - Throws: ``StoreError/copied(_:)`` with what to do.
    package func refuseCopied() throws {
        if let progress = try copyProgress() {
            throw StoreError.copied(
                """
                a copy of \(progress.source) into it is unfinished: run 'reveille migrate' with the same --from and --to again
                """
            )
        }
        guard let mark = try copyMark() else { return }
        let state =
            mark.isComplete
            ? "its rows were copied to \(mark.target): start the relay on that"
            : "it is being copied to \(mark.target): run 'reveille migrate' with the same --from and --to again"
        throw StoreError.copied(
            """
            \(state). Two relays with the same alarms would both ring. If none runs on the copy, nor ever will, \
            'reveille migrate --reopen' takes this back
            """
        )
    }
}

extension Transaction {
    /// Stores a mark, or takes it back with nil.
    package func setCopyMark(_ mark: CopyMark?) throws { try setValue(mark?.bytes, for: CopyMark.key) }

    /// Stores how far a copy is, or that there is none with nil.
    package func setCopyProgress(_ progress: CopyProgress?) throws {
        try setValue(progress?.bytes, for: CopyProgress.key)
    }
}

extension CopyMark {
    fileprivate var bytes: [UInt8] {
        RowKey(.bytes(copy), .text(target), .integer(isComplete ? 1 : 0)).encoded
    }

    fileprivate init?(bytes: [UInt8]) {
        guard let parts = RowKey(encoded: bytes)?.parts, parts.count == 3, case .bytes(let copy) = parts[0],
            case .text(let target) = parts[1], case .integer(let state) = parts[2]
        else { return nil }
        self.init(copy: copy, target: target, isComplete: state == 1)
    }
}

extension CopyProgress {
    fileprivate var bytes: [UInt8] {
        let row = RowKey(.text(table.rawValue), .integer(Int64(rows)), .bytes(last?.encoded ?? []))
        return RowKey(.bytes(copy), .text(source), .bytes(row.encoded)).encoded
    }

    fileprivate init?(bytes: [UInt8]) {
        guard let parts = RowKey(encoded: bytes)?.parts, parts.count == 3, case .bytes(let copy) = parts[0],
            case .text(let source) = parts[1], case .bytes(let rest) = parts[2],
            let row = RowKey(encoded: rest)?.parts, row.count == 3, case .text(let name) = row[0],
            case .integer(let rows) = row[1], case .bytes(let last) = row[2], let table = StoreTable(rawValue: name)
        else { return nil }
        self.init(copy: copy, source: source)
        self.table = table
        self.rows = Int(rows)
        self.last = last.isEmpty ? nil : RowKey(encoded: last)
    }
}
