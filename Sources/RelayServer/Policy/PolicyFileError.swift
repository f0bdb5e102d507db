package import AlarmCore
import StrictYAML

/// A fault of a policy file, and its place.
package struct PolicyFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    package enum Reason: Hashable, Sendable {
        /// The file is missing, may not be read, or is not UTF-8.
        case unreadable
        /// The text is not YAML; carries the parser's reason.
        case syntax(String)
        /// The file has no policy.
        case empty
        /// Two policies have this name.
        case duplicate(String)
        /// An unknown name.
        case unknownName(allowed: [String])
        /// A required name is missing.
        case missing
        /// The value is of another kind or cannot be used; carries what was expected.
        case expected(String, found: String)
        /// The policy as a whole is invalid.
        case policy(PolicyError)
    }

    /// The path of the file.
    package var file: String
    /// The line, from 1; nil for the file as a whole.
    package var line: Int?
    /// The path of the value, as in `steps[2].at`; empty for a whole policy.
    package var path: String
    /// The kind of fault.
    package var reason: Reason

    init(file: String, line: Int? = nil, path: String = "", _ reason: Reason) {
        self.file = file
        self.line = line
        self.path = path
        self.reason = reason
    }

    init(_ fault: YAMLError) {
        let reason: Reason
        var line = fault.line
        switch fault.reason {
        case .unreadable: reason = .unreadable
        case .syntax(let problem):
            reason = .syntax((line.map { "line \($0), " } ?? "") + problem)
            line = nil
        case .unknownKey(let allowed): reason = .unknownName(allowed: allowed)
        case .missing: reason = .missing
        case .expected(let what, let found): reason = .expected(what, found: found)
        case .contradiction(let problem): reason = .syntax(problem)
        }
        self.init(file: fault.file, line: line, path: fault.path, reason)
    }

    /// The fault, its place, and what to write instead, on one line.
    package var description: String {
        let place = file + (line.map { ", line \($0)" } ?? "") + (path.isEmpty ? "" : ", \(path)")
        return "\(place): \(reason)"
    }
}

extension PolicyFileError.Reason: CustomStringConvertible {
    /// The fault, and what to write instead.
    package var description: String {
        switch self {
        case .unreadable: "cannot be read; check that it exists, its permissions, and that it is UTF-8"
        case .syntax(let problem): "is not YAML: \(problem)"
        case .empty: "holds no policy; see: reveille policy show partner-alarm"
        case .duplicate(let name): "has two policies named \(name); keep one"
        case .unknownName(let allowed): "unknown name; expected one of \(allowed.joined(separator: ", "))"
        case .missing: "missing; add it"
        case .expected(let what, let found): "expected \(what), found \(found)"
        case .policy(let error): error.description
        }
    }
}
