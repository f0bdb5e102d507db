package import Storage
internal import Synchronization

/// A store on PostgreSQL, which many relays may share.
///
/// Writes are serialisable transactions on a few connections, each of which lets many callers share a commit; reads go to
/// connections of their own, on snapshots, and never wait for a write. The alarm path has a connection of each kind to itself.
/// A write that has returned is as durable as the server is told to make it (`fsync`, `synchronous_standby_names`).
///
/// Connections that are lost are made anew. A transaction that was not yet committed is run again; of one that was, the server
/// is asked what became of it. While the server is away, callers wait a while and are then refused.
package final class PostgresStore: Store {
    /// What a store may use.
    package struct Configuration: Sendable {
        /// The connections that write what requests change, besides the one of the alarm path.
        package var writers = 2
        /// The connections that read for requests, besides the one of the alarm path.
        package var readers = 4
        /// The time for which callers wait for a server that is away.
        package var patience = Duration.seconds(5)
        /// Is told what an operator should know of the server.
        package var notice: @Sendable (PostgresNotice) -> Void

        package init(notice: @escaping @Sendable (PostgresNotice) -> Void = { _ in }) {
            self.notice = notice
        }
    }

    /// The database's address, without secrets.
    package let path: String
    private let writes = WorkQueue<WriteJob>()
    private let reads = WorkQueue<ReadJob>()
    private let alarmWrites = WorkQueue<WriteJob>()
    private let alarmReads = WorkQueue<ReadJob>()
    private let watch = CommitNotifier()
    private let repeats = RepeatCounter()
    private let messages: MessageExchange
    private let threads: Mutex<[OwnedThread]> = Mutex([])
    private let isClosed = Atomic(false)
    private let watermarks: Watermarks

    /// The number of times that a transaction was run again because it met another one, or lost its connection.
    package var repeatCount: Int { repeats.count }

    /// The places at which claims begin at present.
    var marks: Watermarks.Marks { watermarks.marks }

    /// Starts the threads of a store on a database whose schema is up to date.
    init(_ connector: Connector, _ configuration: Configuration, notices: NoticeBoard) throws(StoreError) {
        path = connector.address.description
        watermarks = connector.watermarks
        messages = MessageExchange(connector)
        let keeper = { @Sendable in ConnectionKeeper(connector, patience: configuration.patience, notices: notices) }
        var works: [@Sendable () -> Void] = []
        let writeQueues = [alarmWrites] + Array(repeating: writes, count: max(configuration.writers, 1))
        for queue in writeQueues {
            works.append { [path, watch, repeats] in
                Writer(queue: queue, keeper: keeper(), path: path, watch: watch, repeats: repeats).work()
            }
        }
        let readQueues = [alarmReads] + Array(repeating: reads, count: max(configuration.readers, 1))
        for queue in readQueues {
            works.append { [path] in Reader(queue: queue, keeper: keeper(), path: path).work() }
        }
        for work in works {
            guard let thread = OwnedThread(work) else {
                closeQueues()
                throw .failed("there is no thread for a connection to \(path)")
            }
            threads.withLock { $0.append(thread) }
        }
    }

    package func observeCommits(_ observer: any CommitObserver) {
        watch.tell(observer)
    }

    package func announce(_ messages: [NodeMessage], by sender: any NodeMessageObserver) {
        self.messages.announce(messages)
    }

    /// Passes what other nodes announce to `observer`, in place of any earlier one.
    package func observeMessages(_ observer: any NodeMessageObserver) {
        messages.observe(observer)
    }

    package func write<Result: Sendable>(
        _ body: @escaping @Sendable (any Transaction) throws -> Result
    ) async throws -> Result {
        try await write(by: writes, body)
    }

    package func read<Result: Sendable>(
        _ body: @escaping @Sendable (any Snapshot) throws -> Result
    ) async throws -> Result {
        try await read(by: reads, body)
    }

    package var alarmPath: any Store { PostgresAlarmPath(store: self) }

    package var isShared: Bool { true }

    /// Does nothing: the server overwrites what was deleted when it vacuums a table, and its journals when it has archived them.
    package func scrub() async throws {
        if isClosed.load(ordering: .acquiring) { throw StoreError.closed }
    }

    package func close() async {
        isClosed.store(true, ordering: .releasing)
        closeQueues()
        await messages.close()
        let ending = threads.withLock { threads in
            defer { threads = [] }
            return threads
        }
        for thread in ending { await thread.join() }
    }

    private func closeQueues() {
        writes.close()
        reads.close()
        alarmWrites.close()
        alarmReads.close()
    }

    fileprivate func writeFirst<Result: Sendable>(
        _ body: @escaping @Sendable (any Transaction) throws -> Result
    ) async throws -> Result {
        try await write(by: alarmWrites, body)
    }

    fileprivate func readFirst<Result: Sendable>(
        _ body: @escaping @Sendable (any Snapshot) throws -> Result
    ) async throws -> Result {
        try await read(by: alarmReads, body)
    }

    private func write<Result: Sendable>(
        by queue: WorkQueue<WriteJob>,
        _ body: @escaping @Sendable (any Transaction) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let job = WriteJob { transaction in
                let result = try body(transaction)
                return { continuation.resume(returning: result) }
            } fail: { error in
                continuation.resume(throwing: error)
            }
            if !queue.add(job) { job.fail(StoreError.closed) }
        }
    }

    private func read<Result: Sendable>(
        by queue: WorkQueue<ReadJob>,
        _ body: @escaping @Sendable (any Snapshot) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let job = ReadJob { snapshot in
                let result = try body(snapshot)
                return { continuation.resume(returning: result) }
            } fail: { error in
                continuation.resume(throwing: error)
            }
            if !queue.add(job) { job.fail(StoreError.closed) }
        }
    }
}

/// A database's store as the alarm path uses it.
private struct PostgresAlarmPath: Store {
    let store: PostgresStore

    var alarmPath: any Store { self }
    var isShared: Bool { true }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any Transaction) throws -> Result
    ) async throws -> Result {
        try await store.writeFirst(body)
    }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any Snapshot) throws -> Result
    ) async throws -> Result {
        try await store.readFirst(body)
    }

    func observeCommits(_ observer: any CommitObserver) { store.observeCommits(observer) }
    func announce(_ messages: [NodeMessage], by sender: any NodeMessageObserver) {
        store.announce(messages, by: sender)
    }
    func observeMessages(_ observer: any NodeMessageObserver) { store.observeMessages(observer) }
    func scrub() async throws { try await store.scrub() }
    func close() async { await store.close() }
}
