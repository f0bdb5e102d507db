package import AlarmCore
internal import Dispatch
internal import GRDB
package import Storage
internal import Synchronization

/// A store in one SQLite file, for a relay of one node.
///
/// Writes go through one connection that lets many callers share a commit; reads go to connections of their own, one of
/// them for the alarm path alone, and never wait for a write. A write that has returned survives a power cut: `synchronous=FULL`, checked on opening.
///
/// After a fatal disk error, above all a failed `fsync`, the store refuses every further write with that error: only a
/// restart can tell whether the last commit is on the disk.
package final class SQLiteStore: Store {
    /// A reason why a process opens a database.
    package enum OpenMode: Sendable {
        /// Running the relay: only one process can.
        case relay
        /// Writing a row or two beside a relay that may be running, as the command line does.
        case visitor
    }

    /// The database's path.
    package let path: String
    let pool: DatabasePool
    /// The connection by which the alarm path reads; nil for a visitor.
    private let alarmReader: DatabaseQueue?
    private let checkpointer: Checkpointer
    private let inbox: WriteInbox
    private let reserve: SpaceReserve?
    private let commit: GroupCommit
    private let cache = RowCache()
    private let watch = CommitNotifier()
    private let lock: Mutex<ProcessLock?>
    private let isClosing = Atomic(false)

    init(
        path: String,
        pool: DatabasePool,
        alarmReader: DatabaseQueue?,
        checkpointer: Checkpointer,
        inbox: WriteInbox,
        reserve: SpaceReserve?,
        lock: consuming ProcessLock?
    ) {
        self.path = path
        self.pool = pool
        self.alarmReader = alarmReader
        self.checkpointer = checkpointer
        self.inbox = inbox
        self.reserve = reserve
        self.lock = Mutex(lock)
        commit = GroupCommit(inbox: inbox, cache: cache, path: path, reserve: reserve, watch: watch)
    }

    package var isShortOfSpace: Bool { reserve?.isShort ?? false }

    /// Commits what the alarm path writes at once from now on, however busy it is.
    ///
    /// For a relay whose clock runs ahead of the world's: milliseconds in which writes are gathered would be minutes.
    package func stopPacing() {
        inbox.stopPacing()
    }

    package func observeCommits(_ observer: any CommitObserver) {
        watch.tell(observer)
    }

    package func write<Result: Sendable>(
        _ body: @escaping @Sendable (any Transaction) throws -> Result
    ) async throws -> Result {
        try await write(goesFirst: false, body)
    }

    fileprivate func write<Result: Sendable>(
        goesFirst: Bool,
        _ body: @escaping @Sendable (any Transaction) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let job = WriteJob { transaction in
                let result = try body(transaction)
                return { continuation.resume(returning: result) }
            } fail: { error in
                continuation.resume(throwing: error)
            }
            if inbox.add(job, goesFirst: goesFirst) { drain() }
        }
    }

    package func read<Result: Sendable>(
        _ body: @escaping @Sendable (any Snapshot) throws -> Result
    ) async throws -> Result {
        try await read(by: pool, body)
    }

    package var alarmPath: any Store { SQLiteAlarmPath(store: self) }

    fileprivate func readFirst<Result: Sendable>(
        _ body: @escaping @Sendable (any Snapshot) throws -> Result
    ) async throws -> Result {
        try await read(by: alarmReader ?? pool, body)
    }

    private func read<Result: Sendable>(
        by reader: any DatabaseReader,
        _ body: @escaping @Sendable (any Snapshot) throws -> Result
    ) async throws -> Result {
        if inbox.refusal == .closed { throw StoreError.closed }
        do {
            return try await reader.read { [path, inbox] database in
                let session = SQLiteSession(database, path: path)
                defer {
                    // After a fatal read error the store accepts no writes either.
                    if session.isBroken, let failure = session.failure { _ = inbox.refuse(with: failure) }
                }
                return try body(SQLiteSnapshot(session))
            }
        } catch let error as DatabaseError {
            // The store was closed between the check and the read.
            throw inbox.refusal == .closed ? StoreError.closed : StoreError(error, path: path)
        }
    }

    package func device(_ id: DeviceID) async throws -> Device? {
        if inbox.refusal == .closed { throw StoreError.closed }
        let (held, age) = cache.lookUp(id)
        if let held { return held }
        guard let device = try await read({ try $0.device(id) }) else { return nil }
        cache.keep(device, readAt: age)
        return device
    }

    package func scrub() async throws {
        if let refusal = inbox.refusal { throw refusal }
        try await checkpointer.truncate()
    }

    package func close() async {
        guard !isClosing.exchange(true, ordering: .acquiringAndReleasing) else { return }
        let failed = inbox.refusal?.isFatal == true
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let last = WriteJob { _ in
                { continuation.resume() }
            } fail: { _ in
                continuation.resume()
            }
            if inbox.refuse(with: .closed, last: last) { drain() }
        }
        if failed {
            AbandonedConnections.keep(pool, checkpointer)
            if let alarmReader { AbandonedConnections.keep(alarmReader) }
            lock.withLock { _ = $0.take() }
            return
        }
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            // Closing waits for readers and checkpoints the log: not on a thread of the cooperative pool.
            DispatchQueue.global().async { [pool, alarmReader, checkpointer] in
                // If closing fails, the next opening recovers from the log.
                try? alarmReader?.close()
                try? pool.close()
                try? checkpointer.close()
                continuation.resume()
            }
        }
        lock.withLock { _ = $0.take() }
    }

    /// Commits a batch on the writer's queue, and schedules itself for the next one.
    ///
    /// Going through the queue each time gives other users of the writer their turn.
    private func drain() {
        pool.asyncWriteWithoutTransaction { [self] database in
            inbox.waitForPace()
            commit.drain(database)
            checkpointer.note(changes: database.totalChangesCount)
            if inbox.hasMore() { drain() }
        }
    }
}

/// A database's store as the alarm path uses it.
private struct SQLiteAlarmPath: Store {
    let store: SQLiteStore

    var alarmPath: any Store { self }
    var isShared: Bool { store.isShared }
    var isShortOfSpace: Bool { store.isShortOfSpace }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any Transaction) throws -> Result
    ) async throws -> Result {
        try await store.write(goesFirst: true, body)
    }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any Snapshot) throws -> Result
    ) async throws -> Result {
        try await store.readFirst(body)
    }

    func device(_ id: DeviceID) async throws -> Device? { try await store.device(id) }
    func observeCommits(_ observer: any CommitObserver) { store.observeCommits(observer) }
    func scrub() async throws { try await store.scrub() }
    func close() async { await store.close() }
}
