internal import Storage
internal import Synchronization

/// The queue of writers that wait for the next batch.
///
/// While a commit waits for the disk the queue fills, and the next commit takes all of it: the busier the store, the
/// more writes share one `fsync`.
final class WriteInbox: Sendable {
    /// The most bodies that share one commit, so that the first of them does not wait for too many others.
    static let batchSize = 256

    private struct State {
        var waiting: [WriteJob] = []
        /// Whether a drain that will find new jobs is in progress or scheduled.
        var isDraining = false
        /// The error with which new jobs are refused.
        var refusal: StoreError?
    }

    private let state = Mutex(State())

    /// The error with which new jobs are refused; nil while the store works.
    var refusal: StoreError? { state.withLock(\.refusal) }

    /// Adds a job and returns whether the caller must schedule a drain.
    ///
    /// A refused job gets its error at once.
    func add(_ job: WriteJob) -> Bool {
        let (refusal, mustDrain) = state.withLock { state -> (StoreError?, Bool) in
            if let refusal = state.refusal { return (refusal, false) }
            state.waiting.append(job)
            defer { state.isDraining = true }
            return (nil, !state.isDraining)
        }
        if let refusal { job.fail(refusal) }
        return mustDrain
    }

    /// Takes the next batch, oldest first.
    func next() -> [WriteJob] {
        state.withLock { state in
            let batch = Array(state.waiting.prefix(Self.batchSize))
            state.waiting.removeFirst(batch.count)
            return batch
        }
    }

    /// Ends a drain unless there is more to do; returns whether there is.
    func hasMore() -> Bool {
        state.withLock { state in
            state.isDraining = !state.waiting.isEmpty
            return state.isDraining
        }
    }

    /// Refuses all later jobs.
    ///
    /// Jobs that wait already are still drained when `last` is given, which then ends the queue; without it they are
    /// refused as well. The first refusal counts, until the store is closed.
    ///
    /// - Returns: whether the caller must schedule a drain.
    func refuse(with error: StoreError, last: WriteJob? = nil) -> Bool {
        let (dropped, mustDrain) = state.withLock { state -> ([WriteJob], Bool) in
            guard state.refusal == nil else {
                if error == .closed { state.refusal = error }
                return (last.map { [$0] } ?? [], false)
            }
            state.refusal = error
            guard let last else {
                defer { state.waiting = [] }
                return (state.waiting, false)
            }
            state.waiting.append(last)
            defer { state.isDraining = true }
            return ([], !state.isDraining)
        }
        for job in dropped { job.fail(error) }
        return mustDrain
    }
}

/// One caller's body, on its way to a commit that it may share with others.
struct WriteJob: Sendable {
    /// Tells the caller that its result is durable.
    typealias Confirmation = @Sendable () -> Void

    /// Runs the body; throws what it throws.
    let run: @Sendable (SQLiteTransaction) throws -> Confirmation
    /// Tells the caller that nothing was stored.
    let fail: @Sendable (any Error) -> Void
}
