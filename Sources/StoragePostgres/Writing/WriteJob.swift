internal import Storage

/// One caller's body, on its way to a commit that it may share with others.
struct WriteJob: Sendable {
    /// Tells the caller that its result is durable.
    typealias Confirmation = @Sendable () -> Void

    /// Runs the body; throws what it throws.
    let run: @Sendable (PostgresTransaction) throws -> Confirmation
    /// Tells the caller that nothing was stored, or that it is not known.
    let fail: @Sendable (any Error) -> Void
}

/// One caller's read.
struct ReadJob: Sendable {
    /// Runs the body; throws what it throws.
    let run: @Sendable (PostgresSnapshot) throws -> @Sendable () -> Void
    let fail: @Sendable (any Error) -> Void
}
