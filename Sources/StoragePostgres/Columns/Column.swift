/// A value of one column.
///
/// The rows' own columns are listed in files that this module shares with `StorageSQLite`, which has a protocol of the
/// same shape.
protocol Column {
    /// Adds the value to a statement's parameters.
    func bind(to parameter: Parameter)
    /// Reads the value back; nil for a value that this program never writes.
    init?(_ field: Field)
}

extension Int64: Column {
    func bind(to parameter: Parameter) { parameter.set(self) }

    init?(_ field: Field) {
        guard let integer = field.integer else { return nil }
        self = integer
    }
}

extension Int: Column {
    func bind(to parameter: Parameter) { parameter.set(Int64(self)) }

    init?(_ field: Field) {
        guard let integer = field.integer else { return nil }
        self.init(exactly: integer)
    }
}

extension Bool: Column {
    func bind(to parameter: Parameter) { parameter.set(self) }

    init?(_ field: Field) {
        guard let flag = field.flag else { return nil }
        self = flag
    }
}

extension String: Column {
    func bind(to parameter: Parameter) { parameter.set(self) }

    init?(_ field: Field) {
        guard let text = field.text else { return nil }
        self = text
    }
}

extension [UInt8]: Column {
    func bind(to parameter: Parameter) { unsafe withUnsafeBytes { unsafe parameter.set($0) } }

    init?(_ field: Field) {
        guard let bytes = unsafe field.withBytes({ unsafe Array($0) }) else { return nil }
        self = bytes
    }
}

extension Optional: Column where Wrapped: Column {
    func bind(to parameter: Parameter) {
        if let self { self.bind(to: parameter) } else { parameter.setNull() }
    }

    init?(_ field: Field) {
        if field.isNull {
            self = .none
        } else {
            guard let value = Wrapped(field) else { return nil }
            self = value
        }
    }
}

/// The names of some columns, in the order in which their values are given and read.
struct ColumnNames: CustomStringConvertible, ExpressibleByStringLiteral {
    private let names: [Substring]

    init(stringLiteral list: String) {
        names = list.split { $0 == "," || $0.isWhitespace }
    }

    private init(names: [Substring]) {
        self.names = names
    }

    /// The number of columns.
    var count: Int { names.count }

    /// The names as a statement lists them.
    var description: String { names.joined(separator: ", ") }

    /// As many numbered parameters, `$1` being the first.
    var marks: String { marks(from: 1) }

    /// As many numbered parameters from a number on.
    func marks(from first: Int) -> String {
        names.indices.map { "$\(first + $0)" }.joined(separator: ", ")
    }

    /// The assignments by which an insertion replaces the row that it meets.
    var replacements: String { names.map { "\($0) = excluded.\($0)" }.joined(separator: ", ") }

    /// The names with a table's in front.
    func of(_ table: String) -> String { names.map { "\(table).\($0)" }.joined(separator: ", ") }

    static func + (left: ColumnNames, right: ColumnNames) -> ColumnNames {
        ColumnNames(names: left.names + right.names)
    }
}
