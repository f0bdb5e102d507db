internal import Storage

/// Runs reads, each on a snapshot of its own, on one thread with one connection.
final class Reader {
    private let queue: WorkQueue<ReadJob>
    private let keeper: ConnectionKeeper
    private let path: String

    init(queue: WorkQueue<ReadJob>, keeper: ConnectionKeeper, path: String) {
        self.queue = queue
        self.keeper = keeper
        self.path = path
    }

    /// Works until the queue is closed and empty.
    func work() {
        while let job = queue.next(upTo: 1).first { answer(job) }
        keeper.drop()
    }

    private func answer(_ job: ReadJob) {
        var losses = 0
        while true {
            do {
                let connection = try keeper.current(resting: queue.rest)
                return try run(job, on: connection)
            } catch let loss as ConnectionLost {
                return job.fail(StoreError.unavailable(path: path, detail: loss.reason))
            } catch PostgresSession.Failure.lost(let loss) {
                // A body has no effect outside: it is run again on the next connection.
                keeper.drop()
                losses += 1
                guard losses <= 3 else { return job.fail(StoreError.unavailable(path: path, detail: loss.reason)) }
            } catch PostgresSession.Failure.conflict(let error) {
                return job.fail(StoreError(error, path: path))
            } catch {
                return job.fail(error)
            }
        }
    }

    private func run(_ job: ReadJob, on connection: PostgresConnection) throws {
        let session = PostgresSession(connection, path: path, opening: [.beginSnapshot])
        let outcome = Result { try job.run(PostgresSnapshot(session)) }
        if let failure = session.failure {
            do { try session.rollBack() } catch let loss as ConnectionLost {
                throw PostgresSession.Failure.lost(loss)
            }
            if case .refused(let error) = failure { throw error }
            throw failure
        }
        // The caller need not wait for the end of a transaction that changes nothing.
        do {
            try session.endWithoutWaiting(.commit)
        } catch {
            keeper.drop()
        }
        switch outcome {
        case .success(let confirm): confirm()
        case .failure(let error): job.fail(error)
        }
        do {
            try connection.drain()
            try connection.watermarks.moveIfUsed(on: connection)
        } catch {
            keeper.drop()
        }
    }
}
