internal import Storage
internal import Synchronization

/// Where writers wait for the next batch.
///
/// While a commit waits for the disk the inbox fills, and the next commit takes what has gathered: the busier the store,
/// the more writes share one `fsync`.
final class WriteInbox: Sendable {
    /// How many bodies share one commit at most, so that the first of them does not wait for too many others.
    static let batchSize = 256

    private struct State {
        var waiting: [WriteJob] = []
        /// Whether a drain is under way or scheduled, which will find what is added now.
        var isDraining = false
        /// Why nothing is taken any more.
        var refusal: StoreError?
    }

    private let state = Mutex(State())

    /// Why nothing is taken any more; nil as long as the store works.
    var refusal: StoreError? { state.withLock(\.refusal) }

    /// Adds a job and tells whether the caller must schedule a drain.
    ///
    /// A job that is refused is told so at once.
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

    /// Ends a drain unless there is more to do; tells whether there is.
    func hasMore() -> Bool {
        state.withLock { state in
            state.isDraining = !state.waiting.isEmpty
            return state.isDraining
        }
    }

    /// Takes nothing any more.
    ///
    /// What waits already is still drained when `last` is given, which then ends the queue; without
    /// it, it is refused as well. The first refusal counts, until the store is
    /// closed.
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
