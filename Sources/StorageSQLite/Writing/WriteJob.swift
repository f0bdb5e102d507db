internal import Storage

/// One caller's body, on its way to a commit that it may share with others.
struct WriteJob: Sendable {
    /// Tells the caller that its result is durable.
    typealias Confirmation = @Sendable () -> Void

    /// Runs the body; throws what it throws.
    let run: @Sendable (SQLiteTransaction) throws -> Confirmation
    /// Tells the caller that nothing was stored.
    let fail: @Sendable (any Error) -> Void
}
