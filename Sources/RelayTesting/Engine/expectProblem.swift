package import AlarmWire

/// Expects that `body` is refused with a problem of a certain kind, and returns it.
///
/// - Throws: a ``ConformanceFailure`` for an answer or for another problem; any other error of `body`.
@discardableResult
package func expectProblem(
    _ kind: ProblemKind,
    file: String = #fileID,
    line: Int = #line,
    _ body: () async throws -> some Sendable
) async throws -> Problem {
    let value: any Sendable
    do {
        value = try await body()
    } catch let problem as Problem {
        guard problem.kind == kind else {
            throw ConformanceFailure(what: "expected \(kind.rawValue): \(problem)", place: "\(file):\(line)")
        }
        return problem
    }
    throw ConformanceFailure(what: "expected \(kind.rawValue), got \(value)", place: "\(file):\(line)")
}
