internal import Glibc
internal import Storage
internal import Synchronization

/// Runs the bodies of many callers in one transaction, and answers them once it is durable.
///
/// One thread with one connection. A batch runs together; if one body fails after it has changed something, all are undone and
/// run again with a savepoint round each. A batch that meets another transaction is run again after a short while, and in the
/// end alone.
final class Writer {
    /// The most bodies that share one commit, so that the first of them does not wait for too many others.
    static let batchSize = 128

    private let queue: WorkQueue<WriteJob>
    private let keeper: ConnectionKeeper
    private let path: String
    private let watch: CommitNotifier
    private let repeats: RepeatCounter

    init(
        queue: WorkQueue<WriteJob>,
        keeper: ConnectionKeeper,
        path: String,
        watch: CommitNotifier,
        repeats: RepeatCounter
    ) {
        self.queue = queue
        self.keeper = keeper
        self.path = path
        self.watch = watch
        self.repeats = repeats
    }

    /// Works until the queue is closed and empty.
    func work() {
        while true {
            var batch = queue.next(upTo: Self.batchSize)[...]
            guard !batch.isEmpty else { return keeper.drop() }
            while !batch.isEmpty { batch = batch.dropFirst(commit(Array(batch))) }
        }
    }

    /// What became of one body.
    private enum Outcome {
        /// It has run; its caller is told once the batch is durable.
        case done(WriteJob.Confirmation)
        /// It threw, and its changes are undone.
        case refused(any Error)
    }

    /// A body failed after it had changed something.
    private struct PartialChange: Error {}

    /// A commit was sent, and no answer came.
    private struct Doubt: Error {
        let transaction: TransactionID
        let loss: ConnectionLost
    }

    /// Commits the first few of `jobs`, normally all of them; returns how many have been answered.
    private func commit(_ jobs: [WriteJob]) -> Int {
        var approach = Approach()
        var losses = 0
        var outcomes: [Outcome] = []
        while true {
            let start = ContinuousClock.now
            do {
                let connection = try keeper.current(resting: queue.rest)
                let transaction = try run(jobs, by: approach, on: connection, &outcomes)
                let answered = answer(jobs, outcomes, since: transaction == nil ? nil : start)
                // Nobody waits for this.
                do { try connection.watermarks.moveIfUsed(on: connection) } catch { keeper.drop() }
                return answered
            } catch let doubt as Doubt {
                keeper.drop()
                switch resolve(doubt) {
                case true?: return answer(jobs, outcomes, since: start)
                case false?: repeats.note()
                case nil:
                    let unknown = StoreError.outcomeUnknown(path: path, detail: doubt.loss.reason)
                    return abandon(jobs, outcomes, because: unknown)
                }
            } catch is PartialChange {
                approach.isApart = true
            } catch PostgresSession.Failure.notAClaim {
                approach.mayClaim = false
            } catch PostgresSession.Failure.conflict {
                repeats.note()
                approach.conflicts += 1
                guard approach.conflicts < Approach.limit else {
                    return abandon(jobs, outcomes, because: .failed("it met other transactions again and again"))
                }
                usleep(.random(in: 500...1000) << min(UInt32(approach.conflicts), 6))
            } catch let loss as ConnectionLost {
                return abandon(jobs, outcomes, because: .unavailable(path: path, detail: loss.reason))
            } catch PostgresSession.Failure.lost(let loss) {
                // Nothing was committed: the batch is run again on the next connection.
                keeper.drop()
                losses += 1
                guard losses <= 3 else {
                    return abandon(jobs, outcomes, because: .unavailable(path: path, detail: loss.reason))
                }
                repeats.note()
            } catch let error as StoreError {
                // The server refused the transaction as a whole. With savepoints it is one body's, unless it is the end's.
                guard approach.isApart else {
                    approach.isApart = true
                    continue
                }
                return abandon(jobs, outcomes, because: error)
            } catch {
                return abandon(jobs, outcomes, because: .failed("\(error)"))
            }
        }
    }

    /// Runs the bodies in one transaction and commits it.
    ///
    /// - Returns: the transaction's identifier, or nil if it has changed nothing.
    private func run(
        _ jobs: [WriteJob],
        by approach: Approach,
        on connection: PostgresConnection,
        _ outcomes: inout [Outcome]
    ) throws -> TransactionID? {
        outcomes = []
        let session = PostgresSession(connection, path: path, opening: approach.opening)
        let transaction = PostgresTransaction(session, mayClaim: approach.mayClaim)
        let id: TransactionID?
        do {
            for job in jobs {
                outcomes.append(
                    try approach.isApart ? attemptApart(job, in: transaction) : attempt(job, in: transaction)
                )
                // A claim is committed by itself: what comes after it is serialisable.
                if session.isClaim { break }
            }
            session.allowAll()
            id = try finish(transaction)
        } catch {
            do { try session.rollBack() } catch let loss as ConnectionLost {
                throw PostgresSession.Failure.lost(loss)
            }
            throw session.failure.map { Self.error(of: $0) } ?? error
        }
        guard session.hasBegun else { return nil }
        do {
            try session.end(.commit)
        } catch {
            if case .lost(let loss)? = session.failure, let id { throw Doubt(transaction: id, loss: loss) }
            do { try session.rollBack() } catch let loss as ConnectionLost {
                throw PostgresSession.Failure.lost(loss)
            }
            throw session.failure.map { Self.error(of: $0) } ?? error
        }
        return id
    }

    private static func error(of failure: PostgresSession.Failure) -> any Error {
        if case .refused(let error) = failure { error } else { failure }
    }

    private func finish(_ transaction: PostgresTransaction) throws -> TransactionID? {
        do {
            return try transaction.finish()
        } catch  where transaction.session.failure == nil {
            // A change of a body that has returned did not find its row.
            throw PartialChange()
        }
    }

    /// Runs one body.
    ///
    /// - Throws: ``PartialChange``, or what ends the whole transaction; an error of the body itself is an outcome.
    private func attempt(_ job: WriteJob, in transaction: PostgresTransaction) throws -> Outcome {
        let session = transaction.session
        let before = session.changes
        do {
            let outcome = Outcome.done(try job.run(transaction))
            if let failure = session.failure { throw Self.error(of: failure) }
            // A change that found no row surfaces in this body or in a later one: only bodies apart know whose it was.
            guard session.miss == nil else { throw PartialChange() }
            return outcome
        } catch {
            if let failure = session.failure { throw Self.error(of: failure) }
            guard session.changes == before, session.miss == nil else { throw PartialChange() }
            return .refused(error)
        }
    }

    /// Runs one body so that it can be undone alone.
    ///
    /// - Throws: only what ends the whole transaction; an error of the body itself is an outcome.
    private func attemptApart(_ job: WriteJob, in transaction: PostgresTransaction) throws -> Outcome {
        let session = transaction.session
        let progress = transaction.progress
        try session.control(.savepoint)
        let outcome: Outcome
        do {
            let confirm = try job.run(transaction)
            try session.settle()
            outcome = .done(confirm)
        } catch {
            outcome = .refused(error)
        }
        switch session.failure {
        case nil: break
        // Even if the body swallowed it: the server takes nothing more until it is undone.
        case .refused(let error)?:
            try session.rollBack(to: .rollBackToSavepoint)
            transaction.progress = progress
            try session.control(.releaseSavepoint)
            if case .refused(let own) = outcome { return .refused(own) }
            return .refused(error)
        case let failure?: throw failure
        }
        if case .refused = outcome {
            try session.rollBack(to: .rollBackToSavepoint)
            transaction.progress = progress
        }
        try session.control(.releaseSavepoint)
        return outcome
    }

    /// Finds out on another connection whether a transaction was committed; nil if that cannot be known.
    private func resolve(_ doubt: Doubt) -> Bool? {
        let deadline = ContinuousClock.now + .seconds(10)
        while ContinuousClock.now < deadline {
            guard let connection = try? keeper.current(resting: queue.rest) else { return nil }
            let session = PostgresSession(connection, path: path, opening: [.beginSnapshot])
            do {
                let found = try session.first(.outcome, [doubt.transaction.number]) {
                    try (status: $0.next(String?.self), timeline: $0.next(String.self))
                }
                try session.end(.commit)
                guard let found, found.timeline == doubt.transaction.timeline else { return nil }
                switch found.status {
                case "committed"?: return true
                case "aborted"?: return false
                case "in progress"?: if queue.rest(for: .milliseconds(20)) { usleep(20_000) }
                default: return nil
                }
            } catch PostgresSession.Failure.lost {
                keeper.drop()
            } catch {
                try? session.rollBack()
                return nil
            }
        }
        return nil
    }

    /// Tells the callers of a batch that is durable; `start` is nil for one that has changed nothing.
    private func answer(_ jobs: [WriteJob], _ outcomes: [Outcome], since start: ContinuousClock.Instant?) -> Int {
        if let start { watch.committed(outcomes.count, since: start) }
        for (job, outcome) in zip(jobs, outcomes) {
            switch outcome {
            case .done(let confirm): confirm()
            case .refused(let error): job.fail(error)
            }
        }
        return outcomes.count
    }

    /// Tells every caller of a batch that it was not committed; a caller whose own body threw gets that error.
    private func abandon(_ jobs: [WriteJob], _ outcomes: [Outcome], because error: StoreError) -> Int {
        watch.failed()
        for (index, job) in jobs.enumerated() {
            if index < outcomes.count, case .refused(let own) = outcomes[index] {
                job.fail(own)
            } else {
                job.fail(error)
            }
        }
        return jobs.count
    }
}

/// Counts how often transactions were run again.
final class RepeatCounter: Sendable {
    private let number = Atomic(0)

    /// The number so far.
    var count: Int { number.load(ordering: .relaxed) }

    func note() { number.wrappingAdd(1, ordering: .relaxed) }
}
