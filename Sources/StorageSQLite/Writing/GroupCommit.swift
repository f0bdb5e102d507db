internal import GRDB
internal import Storage

/// Runs the bodies of many callers in one transaction, and answers them once it is on the disk.
///
/// `BEGIN IMMEDIATE`, each body inside a savepoint of its own, `COMMIT`, then the answers. All of it happens on the pool's
/// writer connection, whose queue is the only thread that ever changes the database.
struct GroupCommit: Sendable {
    let inbox: WriteInbox
    let path: String

    /// Commits one batch.
    func drain(_ database: Database) {
        let batch = inbox.next()
        guard !batch.isEmpty else { return }
        var outcomes: [Outcome] = []
        do {
            try database.inTransaction(.immediate) {
                let session = Session(database, path: path)
                let transaction = try SQLiteTransaction(beginning: session)
                for job in batch { outcomes.append(try attempt(job, in: transaction)) }
                try transaction.finish()
                return .commit
            }
        } catch {
            abandon(batch, outcomes, because: error)
            return
        }
        for (job, outcome) in zip(batch, outcomes) {
            switch outcome {
            case .done(let confirm): confirm()
            case .refused(let error): job.fail(error)
            }
        }
    }

    private enum Outcome {
        /// The body has run; its caller is told once the batch is durable.
        case done(WriteJob.Confirmation)
        /// The body threw, and nothing of it is left.
        case refused(any Error)
    }

    /// Runs one body.
    ///
    /// - Throws: only what ends the whole transaction; what the body throws is an outcome.
    private func attempt(_ job: WriteJob, in transaction: SQLiteTransaction) throws -> Outcome {
        let counters = transaction.counters
        try transaction.session.run("SAVEPOINT body")
        let outcome: Outcome
        do {
            outcome = .done(try job.run(transaction))
        } catch {
            outcome = .refused(error)
        }
        // Whatever the body made of it: after such a failure SQLite may have rolled everything back.
        if let failure = transaction.session.failure { throw failure }
        if case .refused = outcome {
            try transaction.session.run("ROLLBACK TO body")
            transaction.counters = counters
        }
        try transaction.session.run("RELEASE body")
        return outcome
    }

    /// Tells every caller of a batch that it was not committed; each whose own body threw, what that was.
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
