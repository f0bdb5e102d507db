/// An error in a YAML file, with its place.
package struct YAMLError: Error, Hashable, Sendable {
    /// The kind of error.
    package enum Reason: Hashable, Sendable {
        /// The file does not exist, may not be read, or is not UTF-8.
        case unreadable
        /// The text is not YAML; with the reason and the column.
        case syntax(String)
        /// The key is unknown.
        case unknownKey(allowed: [String])
        /// A required key is missing.
        case missing
        /// The value is of another kind or invalid; with the value expected.
        case expected(String, found: String)
        /// The values are valid but contradict one another; with the contradiction and what was expected.
        case contradiction(String)
    }

    /// The file.
    package var file: String
    /// The line, from 1; nil for the file as a whole.
    package var line: Int?
    /// The path to the value, as in `steps[2].at`, with lists counted from 1; empty for a whole document.
    package var path: String
    /// The kind of error.
    package var reason: Reason

    package init(file: String, line: Int? = nil, path: String = "", _ reason: Reason) {
        self.file = file
        self.line = line
        self.path = path
        self.reason = reason
    }
}

extension YAMLError: CustomStringConvertible {
    /// The error, its place and the remedy, on one line that begins with `FILE:LINE:`.
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
