/// A value of one column.
protocol Column {
    /// Binds the value to a statement's parameter.
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
    func bind(to parameter: Parameter) { parameter.set(self ? 1 : 0) }

    init?(_ field: Field) {
        guard let integer = field.integer, (0...1).contains(integer) else { return nil }
        self = integer == 1
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
        // A statement's parameters are null unless they are set.
        self?.bind(to: parameter)
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

    /// The names as a statement lists them.
    var description: String { names.joined(separator: ", ") }

    /// As many question marks.
    var marks: String { names.map { _ in "?" }.joined(separator: ", ") }

    static func + (left: ColumnNames, right: ColumnNames) -> ColumnNames {
        ColumnNames(names: left.names + right.names)
    }
}
