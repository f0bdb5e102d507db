internal import GRDB
internal import Storage
internal import Synchronization

/// Moves committed pages from the write-ahead log into the database, on a connection and a queue of its own.
///
/// Left to the writer, every thousandth page would make one commit wait for two more `fsync`s and for all those pages,
/// 60 ms and more in a large database.
final class Checkpointer: Sendable {
    /// After how many changed rows a checkpoint is worth its `fsync`s.
    static let interval = 20_000
    /// How long a truncation waits for readers of the log, in attempts of one busy timeout each.
    private static let truncationAttempts = 3

    private let connection: DatabaseQueue
    private let path: String
    private let onFailure: @Sendable (StoreError) -> Void
    private let isScheduled = Atomic(false)

    /// Connects to the database; `onFailure` is told of a failure after which nothing may be written any more.
    init(path: String, configuration: Configuration, onFailure: @escaping @Sendable (StoreError) -> Void) throws {
        self.path = path
        self.onFailure = onFailure
        connection = try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Checkpoints soon, as far as readers allow, unless that is scheduled already.
    func schedule() {
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
                // SQLite gives up at once, without its busy timeout, while another connection checkpoints.
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

    /// Closes the connection; as the last one, it moves all that is left into the database.
    func close() throws {
        try connection.close()
    }

    private func report(_ error: any Error) {
        guard let error = error as? DatabaseError, error.isFatal else { return }
        onFailure(StoreError(error, path: path))
    }
}
