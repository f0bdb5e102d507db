internal import AlarmCore
internal import Glibc
internal import Storage
internal import Synchronization

extension PostgresStore {
    /// Who opens a database.
    package enum OpenMode: Sendable {
        /// A relay: it brings the schema up to date, and waits for a server that is away.
        case relay
        /// A command beside relays: it changes no schema, and waits for nothing.
        case visitor
    }

    /// Opens the database at `address`.
    ///
    /// A relay waits for a server that is away, and says so by the configuration's notice; a task that is cancelled waits no
    /// longer.
    ///
    /// - Throws: ``StoreError/cannotOpen(path:detail:)`` when somebody has to change something first;
    ///   ``StoreError/unavailable(path:detail:)`` for a visitor, or when the wait was cancelled;
    ///   ``StoreError/newerVersion(path:found:)``.
    package static func open(
        _ address: PostgresAddress,
        as role: OpenMode = .relay,
        _ configuration: Configuration = Configuration()
    ) async throws -> PostgresStore {
        try await open(address, as: role, configuration, migrations: Migration.all)
    }

    /// Opens a database whose schema `migrations` bring up to date.
    static func open(
        _ address: PostgresAddress,
        as role: OpenMode = .relay,
        _ configuration: Configuration = Configuration(),
        migrations: [Migration]
    ) async throws -> PostgresStore {
        let connector = Connector(address: address)
        let notices = NoticeBoard(configuration.notice)
        let migrator = Migrator(connector: connector, migrations: migrations, mayChange: role == .relay)
        var backOff = BackOff()
        while true {
            do throws(ConnectionFailure) {
                try await onThread { () throws(ConnectionFailure) in try migrator.run() }
                break
            } catch {
                switch error {
                case .lasting(let error): throw error
                case .passing(let reason):
                    notices.post(.isAway(address.description, reason))
                    let unavailable = StoreError.unavailable(path: address.description, detail: reason)
                    guard role == .relay else { throw unavailable }
                    do {
                        try await Task.sleep(for: backOff.next())
                    } catch {
                        throw unavailable
                    }
                }
            }
        }
        notices.post(.isBack(address.description))
        return try PostgresStore(connector, configuration, notices: notices)
    }

    /// Runs what blocks on a thread of its own.
    private static func onThread(
        _ body: @escaping @Sendable () throws(ConnectionFailure) -> Void
    ) async throws(ConnectionFailure) {
        let result: Result<Void, ConnectionFailure> = await withCheckedContinuation { continuation in
            let work = Mutex<CheckedContinuation<Result<Void, ConnectionFailure>, Never>?>(continuation)
            let thread = OwnedThread {
                let result = Result { () throws(ConnectionFailure) in try body() }
                work.withLock { $0.take() }?.resume(returning: result)
            }
            if thread == nil {
                work.withLock { $0.take() }?.resume(returning: .failure(.passing("there is no thread for it")))
            }
        }
        try result.get()
    }
}
