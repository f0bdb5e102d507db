/// Is told of a store's commits, for statistics.
///
/// Called on the writer's own thread: whatever it does, every write waits for.
package protocol CommitObserver: Sendable {
    /// So many callers' writes share a commit that is durable now, `duration` after it began.
    func committed(writes: Int, in duration: Duration)
    /// A commit came to nothing.
    func commitFailed()
}
