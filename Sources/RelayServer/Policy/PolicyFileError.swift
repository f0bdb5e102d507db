package import AlarmCore
import StrictYAML

/// What is wrong with a file of policies, and where.
package struct PolicyFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    package enum Reason: Hashable, Sendable {
        /// The file is not there, may not be read, or is not UTF-8.
        case unreadable
        /// The text is not YAML; says why.
        case syntax(String)
        /// There is no policy in it.
        case empty
        /// Two policies have this name.
        case duplicate(String)
        /// A name that no policy has.
        case unknownName(allowed: [String])
        /// A name that every policy or step has is not there.
        case missing
        /// The value is of another kind, or cannot be used; says what was expected.
        case expected(String, found: String)
        /// The policy as a whole cannot keep its promise.
        case policy(PolicyError)
    }

    /// The file.
    package var file: String
    /// The line, from 1; nil when the file as a whole is meant.
    package var line: Int?
    /// The way to the value, as in `steps[2].at`; empty for a whole policy.
    package var path: String
    /// What is wrong.
    package var reason: Reason

    init(file: String, line: Int? = nil, path: String = "", _ reason: Reason) {
        self.file = file
        self.line = line
        self.path = path
        self.reason = reason
    }

    init(_ fault: YAMLFault) {
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

    /// What is wrong, where, and what to write instead, on one line.
    package var description: String {
        let place = file + (line.map { ", line \($0)" } ?? "") + (path.isEmpty ? "" : ", \(path)")
        return "\(place): \(reason)"
    }
}

extension PolicyFileError.Reason: CustomStringConvertible {
    /// What is wrong and what to write instead.
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
