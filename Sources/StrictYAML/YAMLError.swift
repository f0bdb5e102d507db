/// What is wrong with a YAML file, and where.
package struct YAMLFault: Error, Hashable, Sendable {
    /// What is wrong.
    package enum Reason: Hashable, Sendable {
        /// The file is not there, may not be read, or is not UTF-8.
        case unreadable
        /// The text is not YAML; says why, and in which column.
        case syntax(String)
        /// A key that nothing is known by.
        case unknownKey(allowed: [String])
        /// A key that has to be there is not.
        case missing
        /// The value is of another kind, or cannot be used; says what was expected.
        case expected(String, found: String)
        /// Each value can be used, and they contradict one another; says how, and what was expected.
        case contradiction(String)
    }

    /// The file.
    package var file: String
    /// The line, from 1; nil when the file as a whole is meant.
    package var line: Int?
    /// The way to the value, as in `steps[2].at`, with lists counted from 1; empty for a whole document.
    package var path: String
    /// What is wrong.
    package var reason: Reason

    package init(file: String, line: Int? = nil, path: String = "", _ reason: Reason) {
        self.file = file
        self.line = line
        self.path = path
        self.reason = reason
    }
}

extension YAMLFault: CustomStringConvertible {
    /// What is wrong, where, and what to write instead, on one line that begins with `FILE:LINE:`.
    package var description: String {
        let place = line.map { "\(file):\($0): " } ?? "\(file): "
        let subject = path.isEmpty ? "" : "\(path): "
        return switch reason {
        case .unreadable: place + "cannot be read; check that it exists, its permissions, and that it is UTF-8"
        case .syntax(let problem): place + "is not YAML: \(problem)"
        case .unknownKey(let allowed):
            place + "unknown key '\(path)': expected one of \(allowed.joined(separator: ", "))"
        case .missing: place + "'\(path)' is missing: add it"
        case .expected(let what, let found): place + subject + "expected \(what), found \(found)"
        case .contradiction(let problem): place + subject + problem
        }
    }
}
