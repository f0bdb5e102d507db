internal import GRDB
internal import Storage
internal import Synchronization

/// Moves committed pages from the write-ahead log into the database, on a connection and a queue of its own.
///
/// If the writer did it, every thousandth page would make one commit wait for two more `fsync`s and for all those
/// pages, 60 ms and more in a large database.
final class Checkpointer: Sendable {
    /// The number of changed rows after which a checkpoint is worth its `fsync`s, if a second has passed since the last
    /// one.
    ///
    /// The more one checkpoint moves, the longer a concurrent commit waits for the disk: 100 ms and more for 20,000
    /// rows.
    private static let changes = 4_000
    /// The number of changed rows after which one is worth them in any case: under great load one page is changed many
    /// times.
    private static let manyChanges = 20_000
    private static let rest = Duration.seconds(1)
    /// The attempts, of one busy timeout each, for which a truncation waits for readers of the log.
    private static let truncationAttempts = 3

    private let connection: DatabaseQueue
    private let path: String
    private let onFailure: @Sendable (StoreError) -> Void
    private let isScheduled = Atomic(false)
    /// The total of changed rows at the last scheduled checkpoint, and its time.
    private let last = Mutex((changes: 0, time: ContinuousClock.now))

    /// Connects to the database; `onFailure` is called with a failure after which nothing may be written any more.
    init(path: String, configuration: Configuration, onFailure: @escaping @Sendable (StoreError) -> Void) throws {
        self.path = path
        self.onFailure = onFailure
        connection = try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Schedules a checkpoint if the writer's total of changed rows makes it worthwhile.
    func note(changes: Int) {
        let isDue = last.withLock { last in
            let (grown, now) = (changes - last.changes, ContinuousClock.now)
            guard grown >= Self.manyChanges || grown >= Self.changes && now - last.time >= Self.rest else {
                return false
            }
            last = (changes, now)
            return true
        }
        if isDue { schedule() }
    }

    /// Schedules a checkpoint, as far as readers allow, unless one is scheduled already.
    private func schedule() {
        guard isScheduled.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
        else { return }
        connection.asyncWriteWithoutTransaction { [self] database in
            isScheduled.store(false, ordering: .releasing)
            do {
                try database.checkpoint(.passive)
            } catch {
                report(error)
            }
        }
    }

    /// Empties the log, waiting for readers and for the writer.
    func truncate() async throws {
        for attempt in 1... {
            do {
                // SQLite fails at once, without its busy timeout, while another connection checkpoints.
                try await connection.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
                return
            } catch let error as DatabaseError
                where error.resultCode == .SQLITE_BUSY && attempt < Self.truncationAttempts
            {
                try await Task.sleep(for: .milliseconds(50))
            } catch {
                report(error)
                throw StoreError(any: error, path: path)
            }
        }
    }

    /// Closes the connection; the last one to close moves the rest of the log into the database.
    func close() throws {
        try connection.close()
    }

    private func report(_ error: any Error) {
        guard let error = error as? DatabaseError, error.isFatal else { return }
        onFailure(StoreError(error, path: path))
    }
}
