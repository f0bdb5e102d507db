import AlarmCore

/// An operation did not finish in time.
struct TimeUp: Error, CustomStringConvertible {
    let what: String
    let limit: Span

    var description: String { "\(what) took more than \(limit.milliseconds / 1000) s" }
}

/// Runs `body`, and cancels it after `limit`.
///
/// - Throws: the error of `body`, or ``TimeUp``.
func limited<Result: Sendable>(
    to limit: Span,
    _ what: String,
    _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await Task.sleep(for: .milliseconds(limit.milliseconds))
            throw TimeUp(what: what, limit: limit)
        }
        defer { group.cancelAll() }
        guard let result = try await group.next() else { throw CancellationError() }
        return result
    }
}
