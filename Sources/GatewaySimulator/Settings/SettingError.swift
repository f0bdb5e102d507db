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
}

extension SettingError: CustomStringConvertible {
    /// What is wrong, where, and what was expected, on one line.
    public var description: String { path.isEmpty ? problem : "\(path): \(problem)" }
}
