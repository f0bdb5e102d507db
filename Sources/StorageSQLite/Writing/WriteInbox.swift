internal import Storage
internal import Synchronization

/// The queue of writers that wait for the next batch.
///
/// While a commit waits for the disk the queue fills, and the next commit takes all of it: the busier the store, the
/// more writes share one `fsync`. Writes of the alarm path go first, and share their commit with few others, so that
/// no number of requests holds them up; there are never more than a few.
final class WriteInbox: Sendable {
    /// The most bodies that share one commit, so that the first of them does not wait for too many others.
    static let batchSize = 256
    /// The most bodies of others that share a commit with one of the alarm path.
    static let guestSize = 32

    private struct State {
        /// The writes of the alarm path.
        var first: [WriteJob] = []
        var waiting: [WriteJob] = []
        /// Whether a drain that will find new jobs is in progress or scheduled.
        var isDraining = false
        /// Nil where the alarm path never waits.
        var pace: CommitPace? = CommitPace()
        /// The error with which new jobs are refused.
        var refusal: StoreError?
    }

    private let state = Mutex(State())
    /// Raised when a write arrives that need not wait for the alarm path's pace.
    private let arrival = Arrival()

    /// The error with which new jobs are refused; nil while the store works.
    var refusal: StoreError? { state.withLock(\.refusal) }

    /// Adds a job and returns whether the caller must schedule a drain.
    ///
    /// A refused job gets its error at once.
    func add(_ job: WriteJob, goesFirst: Bool = false) -> Bool {
        let (refusal, mustDrain) = state.withLock { state -> (StoreError?, Bool) in
            if let refusal = state.refusal { return (refusal, false) }
            if goesFirst { state.first.append(job) } else { state.waiting.append(job) }
            defer { state.isDraining = true }
            return (nil, !state.isDraining)
        }
        if let refusal { job.fail(refusal) } else if !goesFirst, !mustDrain { arrival.raise() }
        return mustDrain
    }

    /// Waits until the next batch may be committed: by its pace if only the alarm path has something to write.
    func waitForPace() {
        arrival.lower()
        while true {
            let wait = state.withLock { state in
                state.first.isEmpty || !state.waiting.isEmpty ? .zero : state.pace?.wait(at: .now) ?? .zero
            }
            guard wait > .zero else { return }
            arrival.wait(atMost: wait)
        }
    }

    /// Commits the alarm path's writes without any pace from now on.
    func stopPacing() {
        state.withLock { $0.pace = nil }
    }

    /// Takes the next batch: the alarm path's writes, and then the oldest of the others.
    func next() -> [WriteJob] {
        state.withLock { state in
            defer { state.first = [] }
            let others = state.waiting.prefix(state.first.isEmpty ? Self.batchSize : Self.guestSize)
            defer { state.waiting.removeFirst(others.count) }
            return state.first + others
        }
    }

    /// Ends a drain unless there is more to do; returns whether there is.
    func hasMore() -> Bool {
        state.withLock { state in
            state.isDraining = !state.waiting.isEmpty || !state.first.isEmpty
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
                defer { (state.first, state.waiting) = ([], []) }
                return (state.first + state.waiting, false)
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
