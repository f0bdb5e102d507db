package import StrictYAML

/// What is wrong with a behaviour as it was written down, and where.
public struct SettingError: Error, Hashable, Sendable {
    /// The way to the value, as in `faults[2].answer.reset`, with lists counted from 1; empty for the whole.
    public var path: String
    /// What is wrong, and what was expected.
    public var problem: String

    /// Makes an error at `path`.
    public init(path: String, problem: String) {
        self.path = path
        self.problem = problem
    }

    /// Says what `fault` says, without its file and line.
    package init(_ fault: YAMLError) {
        let problem =
            switch fault.reason {
            case .unreadable: "cannot be read"
            case .syntax(let problem), .contradiction(let problem): problem
            case .unknownKey(let allowed): "unknown key; expected one of \(allowed.joined(separator: ", "))"
            case .missing: "missing; add it"
            case .expected(let what, let found): "expected \(what), found \(found)"
            }
        self.init(path: fault.path, problem: problem)
    }

    /// Reads a JSON text by `read`.
    static func reading<Value>(
        json: some Sequence<UInt8>,
        _ read: (YAMLValue) throws(YAMLError) -> Value
    ) throws(SettingError) -> Value {
        do throws(YAMLError) {
            return try read(YAMLValue(json: Array(json)))
        } catch {
            throw SettingError(error)
        }
    }
}

extension SettingError: CustomStringConvertible {
    /// What is wrong, where, and what was expected, on one line.
    public var description: String { path.isEmpty ? problem : "\(path): \(problem)" }
}
