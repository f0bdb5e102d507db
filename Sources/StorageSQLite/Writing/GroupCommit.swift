internal import GRDB
internal import Storage

/// Runs the bodies of many callers in one transaction, and answers them once it is on the disk.
///
/// `BEGIN IMMEDIATE`, the bodies, `COMMIT`, then the answers. All of it happens on the pool's writer connection, whose
/// queue is the only thread that ever changes the database.
///
/// Most bodies either succeed or refuse before they have changed anything. If one fails later, the whole batch is
/// undone and run again with a savepoint round each body: that costs each of them a copy of every page that it touches,
/// and is seldom needed.
struct GroupCommit: Sendable {
    let inbox: WriteInbox
    let cache: RowCache
    let path: String
    /// The reserve that is released when the disk is full; nil for none.
    var reserve: SpaceReserve?
    /// The observer of commits.
    var watch = CommitNotifier()

    /// Commits one batch.
    ///
    /// On a full disk it is tried again: first in the space of the emptied log; then, without writes that begin
    /// something, in the space that the reserve releases.
    func drain(_ database: Database) {
        let batch = inbox.next()
        guard !batch.isEmpty else { return }
        if let reserve, reserve.isShort { reserve.fill() }
        var outcomes: [Outcome] = []
        var hasMadeRoom = false
        let (start, changes) = (ContinuousClock.now, database.totalChangesCount)
        while true {
            do {
                try commit(batch, &outcomes, to: database)
                break
            } catch {
                guard let reserve, StoreError(any: error, path: path) == .full,
                    !hasMadeRoom || reserve.giveBack()
                else {
                    watch.failed()
                    return abandon(batch, outcomes, because: error)
                }
                hasMadeRoom = true
                makeRoom(in: database)
            }
        }
        // A batch without changes has not waited for the disk, and is not counted.
        if database.totalChangesCount > changes { watch.committed(batch.count, since: start) }
        for (job, outcome) in zip(batch, outcomes) {
            switch outcome {
            case .done(let confirm): confirm()
            case .refused(let error): job.fail(error)
            }
        }
    }

    private func commit(_ batch: [WriteJob], _ outcomes: inout [Outcome], to database: Database) throws {
        do {
            try commit(batch, in: database, each: attempt, into: &outcomes)
        } catch is PartialChange {
            try commit(batch, in: database, each: attemptInSavepoint, into: &outcomes)
        }
    }

    /// Checkpoints and truncates the log, so that its space can be used again.
    ///
    /// As far as possible: readers may need the log, and the database may find no room to grow.
    private func makeRoom(in database: Database) {
        do {
            _ = try database.checkpoint(.truncate)
        } catch let error as DatabaseError where error.isFatal {
            _ = inbox.refuse(with: StoreError(error, path: path))
        } catch {}
    }

    private enum Outcome {
        /// The body has run; its caller is told once the batch is durable.
        case done(WriteJob.Confirmation)
        /// The body threw, and its changes are undone.
        case refused(any Error)
    }

    /// A body threw after it had changed something.
    private struct PartialChange: Error {}

    private func commit(
        _ batch: [WriteJob],
        in database: Database,
        each attempt: (WriteJob, SQLiteTransaction) throws -> Outcome,
        into outcomes: inout [Outcome]
    ) throws {
        defer { cache.endTransaction() }
        outcomes = []
        try database.inTransaction(.immediate) {
            let transaction = try SQLiteTransaction(
                beginning: SQLiteSession(database, path: path),
                cache: cache,
                mayBegin: reserve?.isShort != true
            )
            for job in batch { outcomes.append(try attempt(job, transaction)) }
            try transaction.finish()
            return .commit
        }
    }

    /// Runs one body.
    ///
    /// - Throws: ``PartialChange``, or what ends the whole transaction; an error of the body itself is an outcome.
    private func attempt(_ job: WriteJob, in transaction: SQLiteTransaction) throws -> Outcome {
        let before = transaction.changes
        do {
            let outcome = Outcome.done(try job.run(transaction))
            if let failure = transaction.session.failure { throw failure }
            return outcome
        } catch {
            if let failure = transaction.session.failure { throw failure }
            guard transaction.changes == before else { throw PartialChange() }
            return .refused(error)
        }
    }

    /// Runs one body so that it can be undone alone.
    ///
    /// - Throws: only what ends the whole transaction; an error of the body itself is an outcome.
    private func attemptInSavepoint(_ job: WriteJob, in transaction: SQLiteTransaction) throws -> Outcome {
        let counters = transaction.counters
        try transaction.session.run("SAVEPOINT body")
        let outcome: Outcome
        do {
            outcome = .done(try job.run(transaction))
        } catch {
            outcome = .refused(error)
        }
        // Even if the body swallowed it: after such a failure SQLite may have rolled everything back.
        if let failure = transaction.session.failure { throw failure }
        if case .refused = outcome {
            try transaction.session.run("ROLLBACK TO body")
            transaction.counters = counters
        }
        try transaction.session.run("RELEASE body")
        return outcome
    }

    /// Tells every caller of a batch that it was not committed; a caller whose own body threw gets that error.
    private func abandon(_ batch: [WriteJob], _ outcomes: [Outcome], because error: any Error) {
        let failure = StoreError(any: error, path: path)
        if failure.isFatal || (error as? DatabaseError)?.isFatal == true {
            _ = inbox.refuse(with: failure)
        }
        for (index, job) in batch.enumerated() {
            if index < outcomes.count, case .refused(let own) = outcomes[index] {
                job.fail(own)
            } else {
                job.fail(failure)
            }
        }
    }
}
