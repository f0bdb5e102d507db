import AlarmWire
import Engine
import Testing

/// Expects that `body` is refused with a problem of a certain kind, and returns it.
@discardableResult
func expectProblem(
    _ kind: ProblemKind,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> some Sendable
) async throws -> Problem {
    do {
        let value = try await body()
        Issue.record("expected \(kind.rawValue), got \(value)", sourceLocation: sourceLocation)
        return Problem(kind, detail: "")
    } catch let problem as Problem {
        #expect(problem.kind == kind, "\(problem)", sourceLocation: sourceLocation)
        return problem
    }
}
