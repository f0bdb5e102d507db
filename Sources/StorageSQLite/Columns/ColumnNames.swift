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
