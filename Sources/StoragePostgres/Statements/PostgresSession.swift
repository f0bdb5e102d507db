internal import Storage

/// One connection for the length of one transaction: runs prepared statements and throws failures as ``StoreError``s.
///
/// Changes are queued and not waited for: what the server refuses of them surfaces at the next query or at the end.
/// After a failure of the whole transaction, ``failure`` holds it, and every later statement throws it again: otherwise
/// a body that swallows the error would go on outside any transaction.
final class PostgresSession {
    /// Why a transaction cannot go on.
    enum Failure: Error, Hashable {
        /// It met another transaction, and is to be run again.
        case conflict(ServerError)
        /// It is to be run again as a serialisable one: it did more than claim.
        case notAClaim
        /// The connection is lost.
        case lost(ConnectionLost)
        /// The server refused it.
        case refused(StoreError)
    }

    /// A statement whose outcome has not been looked at.
    private enum Pending {
        /// A statement that begins something.
        case control
        /// A change; with an error if it must change a row.
        case change(StoreError?)
    }

    let connection: PostgresConnection
    /// The name of the database in messages.
    private let path: String
    private var pending: [Pending] = []
    /// What has ended the transaction.
    private(set) var failure: Failure?
    /// The first change that did not find its row, or found one that it must not.
    ///
    /// From then on every query throws it, as does the end, until the change is undone.
    private(set) var miss: StoreError?
    /// The number of changes that were queued.
    private(set) var changes = 0
    /// The statements to begin the transaction with, before the first one of its own; nil once it has begun.
    var opening: [Statement]?

    init(_ connection: PostgresConnection, path: String, opening: [Statement]) {
        self.connection = connection
        self.path = path
        self.opening = opening
    }

    /// The only statements of a claim.
    private var claim: [Statement]?

    /// Whether the transaction is a claim, which is not serialisable.
    var isClaim: Bool { claim != nil }

    /// Whether the transaction has begun on the server.
    var hasBegun: Bool { opening == nil }

    // MARK: Statements

    /// Queues a statement that begins, divides or ends something.
    func control(_ statement: Statement) throws {
        try send(statement, [], .control)
    }

    /// Queues a change; if it changes no row, a later statement throws `miss`, or the end does.
    func run(_ statement: Statement, _ values: [any Column], orElse miss: StoreError? = nil) throws {
        changes += 1
        try send(statement, values, .change(miss))
    }

    /// Queues a query that must find a row; if it finds none, a later statement throws `miss`, or the end does.
    func require(_ statement: Statement, _ values: [any Column], orElse miss: StoreError) throws {
        try send(statement, values, .change(miss))
    }

    /// Makes a change and returns the number of rows that it changed.
    func count(_ statement: Statement, _ values: [any Column]) throws -> Int {
        changes += 1
        return try query(statement, values) { $0.changes }
    }

    /// Returns what `read` makes of the first row, or nil if there is none.
    func first<Value>(
        _ statement: Statement,
        _ values: [any Column] = [],
        _ read: (inout RowReader) throws -> Value
    ) throws -> Value? {
        try query(statement, values) { result in
            guard result.rows > 0 else { return nil }
            var reader = unsafe RowReader(result.raw, row: 0)
            return try read(&reader)
        }
    }

    /// Returns what `read` makes of every row, in the statement's order.
    func all<Value>(
        _ statement: Statement,
        _ values: [any Column] = [],
        _ read: (inout RowReader) throws -> Value
    ) throws -> [Value] {
        try query(statement, values) { result in
            try (0..<result.rows).map { row in
                var reader = unsafe RowReader(result.raw, row: row)
                return try read(&reader)
            }
        }
    }

    /// Makes a change and returns what `read` makes of every row that it returns, in no order.
    func allChanged<Value>(
        _ statement: Statement,
        _ values: [any Column],
        _ read: (inout RowReader) throws -> Value
    ) throws -> [Value] {
        changes += 1
        return try all(statement, values, read)
    }

    /// Sends queries together and waits for all of them once.
    func ask(_ lookups: [Lookup]) throws {
        guard !lookups.isEmpty else { return }
        for lookup in lookups { try send(lookup.statement, lookup.values, .control) }
        // Their results come after those of all that was queued before, and are read one by one.
        pending.removeLast(lookups.count)
        try guarded {
            try connection.sync()
            try receivePending()
            for lookup in lookups { try connection.receive { lookup.keep($0) } }
        }
        if let miss { throw miss }
    }

    /// Begins, where nothing has, a transaction that may run no other statements than these.
    func allowOnly(_ statements: [Statement]) {
        opening = [.beginClaim]
        claim = statements
    }

    /// Lets a claim run the statements that end it.
    func allowAll() {
        claim = nil
    }

    /// Waits for every change so far.
    ///
    /// - Throws: the first one's failure.
    func settle() throws {
        if !pending.isEmpty {
            try guarded {
                try connection.sync()
                try receivePending()
            }
        }
        if let miss { throw miss }
    }

    /// Queues the end of the transaction and waits for it; nothing else is in flight.
    ///
    /// - Throws: ``Failure``.
    func end(_ statement: Statement) throws {
        try control(statement)
        try guarded {
            try connection.sync()
            try connection.drain()
            pending.removeAll(keepingCapacity: true)
        }
    }

    /// Queues the end of a transaction that changes nothing; ``PostgresConnection/drain()`` waits for it.
    func endWithoutWaiting(_ statement: Statement) throws {
        guard hasBegun else { return }
        try control(statement)
        try guarded { try connection.sync() }
        pending.removeAll(keepingCapacity: true)
    }

    /// Undoes the transaction, whatever has happened in it.
    ///
    /// - Throws: ``ConnectionLost``.
    func rollBack() throws {
        guard hasBegun else { return }
        if case .lost(let loss) = failure { throw loss }
        try connection.recover()
        pending.removeAll(keepingCapacity: true)
        try connection.send(.rollBack, [])
        try connection.sync()
        do { try connection.drain() } catch let error as ServerError { throw ConnectionLost(reason: error.message) }
    }

    /// Undoes what happened since a savepoint, a failure of the server included.
    func rollBack(to savepoint: Statement) throws {
        if case .refused = failure { failure = nil }
        if let failure { throw failure }
        miss = nil
        do {
            try connection.recover()
        } catch {
            failure = .lost(error)
            throw Failure.lost(error)
        }
        pending.removeAll(keepingCapacity: true)
        try control(savepoint)
    }

    /// Ends the transaction for a reason of this program's own.
    func fail(with failure: Failure) -> Failure {
        self.failure = self.failure ?? failure
        return failure
    }

    // MARK: The connection

    private func send(_ statement: Statement, _ values: [any Column], _ kind: Pending) throws {
        if let failure { throw error(for: failure) }
        if let claim, !claim.contains(where: { $0 === statement }) {
            failure = .notAClaim
            throw Failure.notAClaim
        }
        try guarded {
            if let opening {
                self.opening = nil
                for statement in opening {
                    try connection.send(statement, [])
                    pending.append(.control)
                }
            }
            try connection.send(statement, values)
        }
        pending.append(kind)
    }

    private func query<Value>(
        _ statement: Statement,
        _ values: [any Column],
        _ read: (QueryResult) throws -> Value
    ) throws -> Value {
        try send(statement, values, .control)
        pending.removeLast()
        let value = try guarded {
            try connection.sync()
            try receivePending()
            return try connection.receive { result in
                Result { try read(result) }
            }
        }
        if let miss { throw miss }
        do {
            return try value.get()
        } catch let error as UnreadableColumn {
            throw StoreError.corrupt(path: path, detail: error.description)
        }
    }

    private func receivePending() throws {
        for kind in pending {
            let changes = try connection.receive { $0.changes }
            if case .change(let error?) = kind, changes == 0, miss == nil { miss = error }
        }
        pending.removeAll(keepingCapacity: true)
    }

    /// Runs `body`, keeps what ends the transaction, and throws it as the body's caller is to see it.
    private func guarded<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as ConnectionLost {
            failure = .lost(error)
        } catch let error as ServerError {
            failure =
                if error.isConflict {
                    .conflict(error)
                } else if error.isPassing {
                    .lost(ConnectionLost(reason: error.message))
                } else {
                    .refused(StoreError(error, path: path))
                }
        }
        throw failure.map { self.error(for: $0) } ?? StoreError.failed("a transaction ended without a reason")
    }

    private func error(for failure: Failure) -> any Error {
        if case .refused(let error) = failure { error } else { failure }
    }
}
