package import AlarmCore

/// A durable store for the relay's rows.
///
/// Every change goes through ``write(_:)``: all changes of a body are committed together, durably, before the call
/// returns, or not at all. Bodies run one after another, as if alone (serialisable), so that a decision can be made
/// inside the transaction on what it read there: there is no check-then-act across an `await`.
package protocol Store: Sendable {
    /// Runs `body` as one atomic transaction and returns once it is durable.
    ///
    /// Several callers' bodies may share one commit. A body that throws changes nothing and does not disturb the
    /// others. It must not block, must not keep the transaction beyond its return, and must have no side effects
    /// outside it: when another body of the same commit fails half-way, it is undone and run again.
    ///
    /// - Throws: what `body` throws, or a ``StoreError`` when the storage failed; then nothing was stored, except perhaps
    ///   with ``StoreError/outcomeUnknown(path:detail:)``.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any Transaction) throws -> Result
    ) async throws -> Result

    /// Runs `body` on a consistent snapshot that contains every transaction committed before the call.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any Snapshot) throws -> Result
    ) async throws -> Result

    /// Returns the device with this identifier, as of the last transaction committed before the call.
    ///
    /// Every request makes this query; a store may keep the answer in memory.
    func device(_ id: DeviceID) async throws -> Device?

    /// The same store as the loops that wake and send alarms use it.
    ///
    /// No number of requests holds these up: their writes go before all that wait, and their reads wait for no others.
    var alarmPath: any Store { get }

    /// Whether several nodes may run on the store at the same time.
    ///
    /// Otherwise a node that has opened it knows that every other one has ended.
    var isShared: Bool { get }

    /// Whether the disk is full, so that only writes are accepted that end, ring or answer something accepted before.
    var isShortOfSpace: Bool { get }

    /// Reports every commit from now on to `observer`, in place of any earlier one; a store without commits reports
    /// none.
    func observeCommits(_ observer: any CommitObserver)

    /// Passes messages to the other nodes of a shared store: soon, together with others, and perhaps never.
    ///
    /// Does not wait. Not even `sender` may depend on it.
    func announce(_ messages: [NodeMessage], by sender: any NodeMessageObserver)

    /// Passes what other nodes announce to `observer` from now on, and does not keep it alive.
    func observeMessages(_ observer: any NodeMessageObserver)

    /// Removes the remains of deleted and overwritten rows from journals, so that a revoked secret is gone from the
    /// disk.
    func scrub() async throws

    /// Finishes the transactions in progress and closes.
    ///
    /// Later calls throw ``StoreError/closed``.
    func close() async
}

extension Store {
    package var alarmPath: any Store { self }

    package var isShared: Bool { false }

    package var isShortOfSpace: Bool { false }

    package func observeCommits(_ observer: any CommitObserver) {}

    package func announce(_ messages: [NodeMessage], by sender: any NodeMessageObserver) {}

    package func observeMessages(_ observer: any NodeMessageObserver) {}

    package func device(_ id: DeviceID) async throws -> Device? {
        try await read { try $0.device(id) }
    }
}

/// Why a store could not do its work.
package enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The disk, or the quota on it, is full.
    case full
    /// Another process holds the database.
    case locked(path: String)
    /// The file or its folder cannot be written.
    case readOnly(path: String)
    /// The database was made by a newer version of the program.
    case newerVersion(path: String, found: String)
    /// The file is not a database, or is damaged.
    case corrupt(path: String, detail: String)
    /// The database cannot be opened until somebody changes something.
    case cannotOpen(path: String, detail: String)
    /// The database's server cannot be reached, or takes nothing at present.
    case unavailable(path: String, detail: String)
    /// A commit was sent, and whether it was carried out could not be found out.
    case outcomeUnknown(path: String, detail: String)
    /// Rows are being copied into the database, or were copied out of it: no relay may start on it.
    case copied(String)
    /// A row with this key exists already.
    case duplicate(String)
    /// The row that was to be changed, or the one that another row belongs to, does not exist.
    case missing(String)
    /// The store has been closed.
    case closed
    /// Any other error, with the storage's own message.
    case failed(String)

    package var description: String {
        switch self {
        case .full: "the disk is full: free some space; what was accepted before is safe"
        case .locked(let path): "the database \(path) is held by another process: stop it, or name another database"
        case .readOnly(let path):
            "the database \(path) cannot be written: check the owner and mode of it and its folder"
        case .newerVersion(let path, let found):
            "the database \(path) was written by a newer version (\(found)): start that version, or restore a backup"
        case .corrupt(let path, let detail): "the database \(path) is damaged (\(detail)): restore a backup"
        case .cannotOpen(let path, let detail): "the database \(path) cannot be opened: \(detail)"
        case .unavailable(let path, let detail):
            "the database \(path) is away (\(detail)): nothing was stored"
        case .outcomeUnknown(let path, let detail):
            "whether the last transaction was stored in \(path) is not known: \(detail)"
        case .copied(let detail): "a relay cannot use this database: \(detail)"
        case .duplicate(let what): "\(what) exists already"
        case .missing(let what): "\(what) does not exist"
        case .closed: "the store is closed"
        case .failed(let detail): "the store failed: \(detail)"
        }
    }
}

/// Is told of a store's commits, for statistics.
///
/// Called on the writer's own thread: whatever it does, every write waits for.
package protocol CommitObserver: Sendable {
    /// So many callers' writes share a commit that is durable now, `duration` after it began.
    func committed(writes: Int, in duration: Duration)
    /// A commit came to nothing.
    func commitFailed()
}
